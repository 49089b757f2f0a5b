import { writeFileSync } from 'node:fs'
import { build } from 'rolldown'
import { readSample } from './data/sample/read.mjs'

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
