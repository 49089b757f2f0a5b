import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { Sample } from './schema.ts'

const read = (path: string) => parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'))

/** All that people wrote in this folder. */
export function readSample(): Sample {
  const names = readdirSync(new URL('../stories', import.meta.url)).sort()
  const stories = names.flatMap((name) => read(`stories/${name}`))
  return {
    ...{ town: read('town.yaml'), stories, summaries: read('summaries.yaml') },
    wards: read('wards.yaml'),
  }
}
