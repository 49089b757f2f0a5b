import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'

const read = (path) => parse(readFileSync(new URL(path, import.meta.url), 'utf8'))

/** All of this folder as one object, which the build writes to `dist/sample.json`. */
export function readSample() {
  const names = readdirSync(new URL('stories', import.meta.url)).sort()
  const stories = names.flatMap((name) => read(`stories/${name}`))
  return { town: read('town.yaml'), stories, summaries: read('summaries.yaml') }
}
