import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  globSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'
import { compileSample } from './data/sample/compiler/compile.ts'
import { readSample } from './data/sample/compiler/read.ts'

const { version, dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
// The argument is for an image, whose build sees no git.
const revision = process.argv[2] || revisionOf(import.meta.dirname)
const name = revision ? `${version}+g${revision}` : version
process.stderr.write(`Building Reeve ${name} …\n`)

// `dist`: the processes that Reeve consists of, in few files, because a start took longest to find and read many.
const { output } = await build({
  input: {
    main: 'src/main.ts',
    worker: 'src/cli/workers/worker.ts',
    'search-worker': 'src/store/search/sqlite-worker.ts',
    'upgrade-thread': 'src/cli/upgrade-thread.ts',
  },
  platform: 'node',
  // Native libraries, and nothing else: what is bundled is what an installed package runs (decision 99).
  external: Object.keys(dependencies),
  // The main file of jsonc-parser asks for its parts with a require of its own, which no bundler follows.
  resolve: { alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' } },
  transform: { define: { VERSION: JSON.stringify(name) } },
  output: {
    dir: 'dist',
    cleanDir: true,
    // All in one folder, one below the package's: src/package-file.ts counts on it.
    chunkFileNames: '[name].js',
    sourcemap: true,
  },
})

// npm makes it executable only when it links it, which is not at every build.
chmodSync('dist/main.js', 0o755)

// What the code reads with `libraryFile`.
const copied = [
  import.meta.resolve('@fastify/swagger-ui/static/swagger-ui-bundle.js'),
  import.meta.resolve('@fastify/swagger-ui/static/swagger-ui.css'),
  import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  import.meta.resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf'),
].map((url) => fileURLToPath(url))
for (const file of copied) copyFileSync(file, join('dist', basename(file)))

const bundled = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
writeFileSync('dist/LICENSES.txt', licencesOf([...bundled, ...copied]))

// The record of the sample, of which an import fills in what depends on its day.
writeFileSync('dist/sample.json', JSON.stringify(compileSample(readSample())))

// The documentation as HTML. Node cannot run JSX, so its compiler is built first.
const { output: built } = await build({
  input: 'docs/compiler/compile.tsx',
  platform: 'node',
  write: false,
})
const { compileDocs } = await import(`data:text/javascript,${encodeURIComponent(built[0].code)}`)
writeFileSync('dist/docs.json', JSON.stringify(compileDocs()))

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

/** The licences of the libraries that these files belong to, which ask to travel with their code. */
function licencesOf(files) {
  const folders = files.map((file) => /^.*\/node_modules\/(@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0])
  return [...new Set(folders.filter((folder) => folder !== undefined))]
    .sort()
    .map((folder) => {
      const { name, version, license } = JSON.parse(
        readFileSync(join(folder, 'package.json'), 'utf8'),
      )
      const texts = globSync('LICEN[CS]E*', { cwd: folder }).sort()
      const text = texts.map((file) => readFileSync(join(folder, file), 'utf8').trim())
      return [`${name} ${version} (${license})`, ...text].join('\n\n')
    })
    .join(`\n\n${'-'.repeat(80)}\n\n`)
}
