import { readdirSync, readFileSync } from 'node:fs'
import { packageFile } from '../../package-file.ts'
import { type Doc, parseDoc, sectionsOf, titleOf } from './doc.ts'

interface Group {
  name: string
  /** In `docs/`. */
  folder: string
  /** URL path that the pages of the group are under. */
  path: string
  /** Reading order; a page that is not named follows, by its title. */
  first: readonly string[]
}

const groups: Group[] = [
  {
    name: 'Guides',
    folder: 'guides',
    path: '/docs',
    first: [
      'getting-started',
      'authentication',
      'pagination',
      'search',
      'votes',
      'errors',
      'limits',
      'data-model',
      'open-civic-data',
      'versioning',
    ],
  },
  {
    name: 'How-to',
    folder: 'how-to',
    path: '/docs/how-to',
    first: [
      'spreadsheets-and-notebooks',
      'calendars-and-feeds',
      'put-it-on-your-site',
      'import-a-council',
      'import-votes',
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
    name: 'Reference',
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
    name: 'Explanation',
    folder: 'explanation',
    path: '/docs/explanation',
    first: ['architecture', 'privacy-and-safety', 'performance', 'scale'],
  },
]

/** Pages that the site has in another form: the guide to errors lists the codes. */
const elsewhere: Record<string, string> = {
  'reference/errors': '/docs/errors',
  README: '/docs',
}

/** A page of the documentation that the site serves. */
export interface DocEntry {
  /** Its file in `docs/`, without the extension: `how-to/back-up`. */
  name: string
  path: string
  title: string
  /** Parsed on first use: all of them at start would delay the first response. */
  doc: () => Doc
  /** Its texts by heading, for the search. */
  sections: () => readonly Section[]
}

/** A part of the documentation under one heading. */
export interface Section {
  entry: DocEntry
  /** Undefined at the beginning of a page. */
  id: string | undefined
  /** Undefined at the beginning of a page. */
  heading: string | undefined
  text: string
}

export interface DocGroup {
  name: string
  folder: string
  path: string
  entries: DocEntry[]
}

/** The documentation in its reading order. */
export interface Library {
  groups: DocGroup[]
  /** URL path of a file in `docs/`, without its extension; undefined where the site does not have it. */
  pathOf(name: string): string | undefined
}

/** Reads all pages. */
export function openLibrary(): Library {
  const opened = groups.map(openGroup)
  const paths = new Map(Object.entries(elsewhere))
  for (const { entries } of opened) for (const { name, path } of entries) paths.set(name, path)
  return { groups: opened, pathOf: (name) => paths.get(name) }
}

function openGroup({ name, folder, path, first }: Group): DocGroup {
  const files = readDocFolder(folder)
  const entries = [...files]
    .map(([slug, markdown]) => openEntry(`${folder}/${slug}`, `${path}/${slug}`, markdown))
    .filter((entry) => elsewhere[entry.name] === undefined)
  const rank = (entry: DocEntry) => {
    const index = first.indexOf(entry.name.slice(folder.length + 1))
    return index === -1 ? first.length : index
  }
  entries.sort((a, b) => rank(a) - rank(b) || a.title.localeCompare(b.title, 'en'))
  return { name, folder, path, entries }
}

function openEntry(name: string, path: string, markdown: string): DocEntry {
  let parsed: Doc | undefined
  const doc = () => {
    parsed ??= parseDoc(name, markdown)
    return parsed
  }
  let texts: readonly Section[] | undefined
  const entry: DocEntry = {
    ...{ name, path, title: titleOf(markdown), doc },
    sections() {
      texts ??= sectionsOf(doc()).map((section) => ({ entry, ...section }))
      return texts
    },
  }
  return entry
}

/** The Markdown files of a folder in `docs/`, by their names without the extension. */
function readDocFolder(folder: string): Map<string, string> {
  const url = packageFile(`docs/${folder}/`)
  const names = readdirSync(url).filter((name) => name.endsWith('.md'))
  return new Map(
    names.map((name) => [name.replace(/[.]md$/, ''), readFileSync(new URL(name, url), 'utf8')]),
  )
}
