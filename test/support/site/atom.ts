import { Parser } from 'htmlparser2'

interface AtomEntry {
  id: string
  title: string
  summary: string
}

export interface AtomDocument extends Omit<AtomEntry, 'summary'> {
  /** The URL of each link, by its relation. */
  links: Readonly<Record<string, string>>
  /** Whether it has `fh:complete` or `fh:archive`. */
  isComplete: boolean
  isArchive: boolean
  entries: AtomEntry[]
}

/** What a document in Atom has of itself and of each of its entries. */
export function readAtom(xml: string): AtomDocument {
  const links: Record<string, string> = {}
  const names = new Set<string>()
  const texts: Record<string, string>[] = [{}]
  const open: string[] = []
  const parser = new Parser(
    {
      onopentag(name, { rel = '', href = '' }) {
        open.push(name)
        if (name === 'entry') texts.push({})
        if (open.length > 2) return
        names.add(name)
        if (name === 'link') links[rel] = href
      },
      ontext(part) {
        const [name = '', of = texts.at(-1) ?? {}] = [open.at(-1)]
        of[name] = (of[name] ?? '') + part
      },
      onclosetag() {
        open.pop()
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  const [{ id = '', title = '' } = {}, ...entries] = texts
  return {
    ...{ id, title, links },
    entries: entries.map((entry) => ({
      ...{ id: entry.id ?? '', title: entry.title ?? '', summary: entry.summary ?? '' },
    })),
    isComplete: names.has('fh:complete'),
    isArchive: names.has('fh:archive'),
  }
}
