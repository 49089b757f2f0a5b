import { resolve } from 'node:path'
import { readSiteFile } from '../../../src/config/site-file/site-file.ts'

/** Invented sites: a village with one language, a bilingual city with a crest, a region of many councils. */
export const fixtureSites = ['village', 'city', 'region'] as const

export const siteFilePath = (name: (typeof fixtureSites)[number]) =>
  resolve(import.meta.dirname, `../../fixtures/sites/${name}/site.yaml`)

export const brandingOf = async (name: (typeof fixtureSites)[number]) => ({
  current: await readSiteFile(siteFilePath(name)),
})
