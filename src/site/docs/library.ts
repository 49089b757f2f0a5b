import { readFileSync } from 'node:fs'
import { escapeUTF8 } from 'entities'
import type { Language } from '../../core/languages.ts'
import { packageFile } from '../../package-file.ts'
import { isSignUpOpen } from '../accounts/closed.ts'
import { docsPictures } from '../assets.ts'
import type { SiteConfig } from '../tools.ts'
import type { DocsWords } from '../words/docs.en.ts'

/** A page of the documentation, as the build compiles it. */
export interface DocEntry {
  /** Its file in `docs/`, without the extension: `how-to/back-up`. */
  name: string
  path: string
  title: string
  /** The first sentence of the lead. */
  summary: string
  isLeadShort: boolean
  /** HTML with what `forService` fills in. */
  lead: string
  body: string
  /** Headings of the second level. */
  sections: { id: string; name: string }[]
  /** For the search: `id` and `heading` are absent at the beginning of a page. */
  texts: { id?: string | undefined; heading?: string | undefined; text: string }[]
}

export type DocFolder = keyof DocsWords['groups']

export interface DocGroup {
  language: Language
  folder: DocFolder
  /** URL path that the pages of the group are under. */
  path: string
  entries: DocEntry[]
}

/** The documentation in its reading order. */
export type Library = DocGroup[]

export const readLibrary = (): Library =>
  JSON.parse(readFileSync(packageFile('dist/docs.json'), 'utf8'))

/** The pages that exist in a language, then those that are in English only. */
export function libraryIn(language: Language, library: Library): Library {
  const own = library.filter((group) => group.language === language)
  if (language === 'en') return own
  const english = libraryIn('en', library).map((group) => ({
    ...group,
    entries: group.entries.filter((entry) => twinOf(entry, library) === undefined),
  }))
  return [...own, ...english]
}

/** The name of a page without its language. */
export const bareName = ({ name }: Pick<DocEntry, 'name'>) => name.replace(/^fr\//, '')

/** The same page in the other language. */
export function twinOf(entry: DocEntry, library: Library): DocEntry | undefined {
  return library
    .flatMap(({ entries }) => entries)
    .find((other) => other.name !== entry.name && bareName(other) === bareName(entry))
}

const exampleBaseUrl = 'http://localhost:8080'

/** The HTML of a page of this service. Guides are about it, the other pages about the reader's own. */
export function forService(
  html: string,
  folder: string,
  config: Pick<SiteConfig, 'baseUrl' | 'signups' | 'signInAllowed' | 'sourceUrl'>,
): string {
  const baseUrl = folder === 'guides' ? escapeUTF8(config.baseUrl) : exampleBaseUrl
  const repository = repositoryFiles(config.sourceUrl)
  return html
    .replaceAll(exampleBaseUrl, () => baseUrl)
    .replace(/(?<=src=")[^"]+/g, (file) => docsPictures.get(file)?.path ?? file)
    .replace(/<a href="(?:\/fr)?\/signup">(.*?)<\/a>/g, isSignUpOpen(config) ? '$&' : '$1')
    .replace(/<a href="repository:(.*?)">(.*?)<\/a>/gs, (_, path: string, text: string) =>
      repository === undefined ? text : `<a href="${escapeUTF8(repository)}${path}">${text}</a>`,
    )
}

/** Where the files of a repository can be read, on the hosts whose URLs are known. */
function repositoryFiles(sourceUrl: string | null): string | undefined {
  const repository = sourceUrl?.replace(/(\.git)?\/?$/, '') ?? ''
  if (/^https:\/\/github\.com\/[^/]+\/[^/]+$/.test(repository)) return `${repository}/blob/HEAD`
  if (/^https:\/\/gitlab\.com\/.+\/[^/]+$/.test(repository)) return `${repository}/-/blob/HEAD`
  return undefined
}
