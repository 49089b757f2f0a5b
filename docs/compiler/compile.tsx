import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderToString } from 'preact-render-to-string'
import type { Language } from '../../src/core/languages.ts'
import type { DocEntry, DocFolder, Library } from '../../src/site/docs/library.ts'
import { LanguageProvider } from '../../src/site/locale.ts'
import { type Doc, parseDoc, sectionsOf } from './doc.ts'
import type { LinkContext } from './links.ts'
import { Blocks, Inline } from './markdown.tsx'

const docs = 'docs'
const shortLeadChars = 160

interface Group {
  language: Language
  /** In `docs/`, or in `docs/fr/`. */
  folder: DocFolder
  /** URL path that the pages of the group are under. */
  path: string
  /** Reading order; a page that is not named follows, by its title. */
  first: readonly string[]
}

const guides = [
  'getting-started',
  'authentication',
  'pagination',
  'keep-a-copy',
  'search',
  'votes',
  'errors',
  'limits',
  'data-model',
  'open-civic-data',
  'versioning',
]

const groups: Group[] = [
  { language: 'en', folder: 'guides', path: '/docs', first: guides },
  { language: 'fr', folder: 'guides', path: '/fr/docs', first: guides },
  { language: 'fr', folder: 'how-to', path: '/fr/docs/how-to', first: [] },
  { language: 'fr', folder: 'reference', path: '/fr/docs/reference', first: [] },
  {
    language: 'en',
    folder: 'how-to',
    path: '/docs/how-to',
    first: [
      'ask-an-assistant',
      'spreadsheets-and-notebooks',
      'calendars-and-feeds',
      'put-it-on-your-site',
      'put-your-towns-name-on-it',
      'import-a-council',
      'import-votes',
      'import-mayoral-decisions',
      'write-a-bundle',
      'keep-a-council-current',
      'add-ward-boundaries',
      'add-a-municipality',
      'manage-keys',
      'manage-accounts',
      'run-as-a-service',
      'back-up',
      'move-to-postgresql',
      'grow',
      'keep-a-mirror-fresh',
    ],
  },
  {
    language: 'en',
    folder: 'reference',
    path: '/docs/reference',
    first: [
      'api',
      'api-municipalities',
      'api-meetings',
      'api-organizations',
      'api-people',
      'api-matters',
      'api-motions',
      'api-votes',
      'api-by-laws',
      'api-search',
      'api-open-civic-data',
      'api-system',
      'api-shapes',
      'contract',
      'cli',
      'configuration',
      'records',
    ],
  },
  {
    language: 'en',
    folder: 'explanation',
    path: '/docs/explanation',
    first: ['architecture', 'design', 'privacy-and-safety', 'performance', 'scale'],
  },
]

/** Pages that the site has in another form: the guide to errors lists the codes. */
const elsewhere: Record<string, string> = {
  'reference/errors': '/docs/errors',
  README: '/docs',
}

/** Every page as HTML, in reading order, with what a service fills in. */
export function compileDocs(): Library {
  const read = groups.map(readGroup)
  const paths = new Map(Object.entries(elsewhere))
  for (const { entries } of read) for (const { name, path } of entries) paths.set(name, path)
  return read.map(({ language, folder, path, entries }) => {
    // Pages in French lead to the codes of errors on their own page.
    const pathOf = (file: string) =>
      language === 'fr' && file === 'reference/errors' ? '/fr/docs/errors' : paths.get(file)
    const links = { folder: folderOf({ language, folder }), language, pathOf }
    return { language, folder, path, entries: entries.map((page) => compilePage(page, links)) }
  })
}

interface PageFile {
  name: string
  path: string
  doc: Doc
}

function compilePage({ name, path, doc }: PageFile, links: LinkContext): DocEntry {
  const { title, summary, leadText, sections } = doc
  const context = { links, ids: doc.ids }
  return {
    ...{ name, path, title, summary, sections, texts: sectionsOf(doc) },
    isLeadShort: leadText.length <= shortLeadChars,
    lead: renderToString(
      <LanguageProvider value={links.language}>
        <Inline tokens={doc.lead} context={context} />
      </LanguageProvider>,
    ),
    body: renderToString(
      <LanguageProvider value={links.language}>
        <Blocks tokens={doc.body} context={context} />
      </LanguageProvider>,
    ),
  }
}

const folderOf = ({ language, folder }: Pick<Group, 'language' | 'folder'>) =>
  language === 'en' ? folder : `${language}/${folder}`

function readGroup({ language, folder, path, first }: Group) {
  const source = folderOf({ language, folder })
  const entries = [...readDocFolder(source)]
    .map(([slug, markdown]): PageFile => {
      const name = `${source}/${slug}`
      return { name, path: `${path}/${slug}`, doc: parseDoc(name, markdown) }
    })
    .filter((entry) => elsewhere[entry.name] === undefined)
  const rank = (entry: PageFile) => {
    const index = first.indexOf(entry.name.slice(source.length + 1))
    return index === -1 ? first.length : index
  }
  entries.sort((a, b) => rank(a) - rank(b) || a.doc.title.localeCompare(b.doc.title, language))
  return { language, folder, path, entries }
}

/** The Markdown files of a folder in `docs/` of the current folder, by their names without the extension. */
function readDocFolder(folder: string): Map<string, string> {
  const names = readdirSync(join(docs, folder)).filter((name) => name.endsWith('.md'))
  return new Map(
    names.map((name) => [
      name.replace(/[.]md$/, ''),
      readFileSync(join(docs, folder, name), 'utf8'),
    ]),
  )
}
