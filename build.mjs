import { execFileSync } from 'node:child_process'
import { readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { build } from 'rolldown'
import { readSample } from './data/sample/read.mjs'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
// The argument is for an image, whose build sees no git.
const revision = process.argv[2] || revisionOf(import.meta.dirname)
const name = revision ? `${version}+g${revision}` : version
process.stderr.write(`Building Reeve ${name} …\n`)

// `dist`: the processes that Reeve consists of, in few files, because a start took longest to find and read many.
await build({
  input: {
    main: 'src/main.ts',
    worker: 'src/cli/workers/worker.ts',
    'demo-import': 'src/cli/demo-import.ts',
    'search-worker': 'src/store/search/sqlite-worker.ts',
  },
  platform: 'node',
  external: [
    // Not JavaScript alone: they load a library built for the machine.
    '@node-rs/argon2',
    '@resvg/resvg-js',
    // Its main file asks for its parts with a require of its own, which no bundler follows.
    'jsonc-parser',
    // They look for files of theirs beside themselves.
    '@fastify/swagger-ui',
    'pino',
  ],
  transform: { define: { VERSION: JSON.stringify(name) } },
  output: {
    dir: 'dist',
    cleanDir: true,
    // All in one folder, one below the package's: src/package-file.ts counts on it.
    chunkFileNames: '[name].js',
    sourcemap: true,
  },
})

// The sample data as JSON, which is read much faster than the YAML in which people write it.
writeFileSync('dist/sample.json', JSON.stringify(readSample()))

/** The commit of a clone, with `.dirty` if it was changed since; undefined elsewhere. */
function revisionOf(folder) {
  // The checkout may belong to another user, which git rejects by default.
  const git = (...words) =>
    execFileSync('git', ['-c', 'safe.directory=*', '-C', folder, ...words], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  try {
    // A package may have been unpacked inside of another repository.
    if (realpathSync(git('rev-parse', '--show-toplevel')) !== realpathSync(folder)) return undefined
    const commit = git('rev-parse', '--short=7', 'HEAD')
    return git('status', '--porcelain') === '' ? commit : `${commit}.dirty`
  } catch {
    return undefined
  }
}
