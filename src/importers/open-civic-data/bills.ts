import { paragraphs } from '../kit/clean-text.ts'
import type { MatterRecord } from '../records.ts'
import type { SourceItem } from '../source.ts'
import { firstUrl, toDocuments } from './documents.ts'
import type { Entry } from './entry.ts'
import type { Bill } from './schema.ts'

export function* billItems(bill: Bill, entry: Entry): Generator<SourceItem> {
  const days = (bill.actions ?? [])
    .map(({ date }, index) => entry.day(`actions/${index}/date`, date))
    .filter((day) => day !== null)
    .sort()
  const status = bill.extras?.status
  yield entry.record({
    kind: 'matter',
    key: entry.key,
    source_url: firstUrl(bill.sources),
    identifier: entry.line(bill.identifier),
    title: entry.line(bill.title) ?? bill.title,
    status: typeof status === 'string' ? entry.line(status) : null,
    category: entry.line(toWords(bill.classification)),
    ...toSummaries(bill, entry),
    first_seen: entry.day('first_action_date', bill.first_action_date) ?? days[0] ?? null,
    last_seen: entry.day('latest_action_date', bill.latest_action_date) ?? days.at(-1) ?? null,
    sponsorships: toSponsorships(bill, entry),
    documents: [
      ...toDocuments(entry, 'versions', bill.versions, 'version'),
      ...toDocuments(entry, 'documents', bill.documents),
    ],
  })
}

export function toWords(words: string[] | string | null | undefined): string | null {
  return Array.isArray(words) ? words.join(', ') : (words ?? null)
}

// An abstract whose note contains "plain" is a plain-English summary, any other a description.
function toSummaries({ abstracts }: Bill, entry: Entry) {
  const summaries = (abstracts ?? []).flatMap(({ abstract, note }) => {
    const text = entry.text(abstract)
    return text === null ? [] : [{ text, isPlain: /\bplain\b/i.test(note ?? '') }]
  })
  const join = (plainEnglish: boolean) =>
    entry.text(
      paragraphs(
        ...summaries.map((abstract) => (abstract.isPlain === plainEnglish ? abstract.text : null)),
      ),
    )
  return { description: join(false), plain_english_summary: join(true) }
}

function toSponsorships({ sponsorships }: Bill, entry: Entry) {
  return (sponsorships ?? []).flatMap(
    (sponsor, index): NonNullable<MatterRecord['sponsorships']> => {
      const name = entry.line(sponsor.name)
      if (name === null) return []
      const isPerson = (sponsor.entity_type ?? 'person') === 'person'
      const at = `/sponsorships/${index}`
      const { person_id: id, person } = sponsor
      return [
        {
          person_key: isPerson ? entry.keyOf('person', at, id, person) : null,
          name,
          primary: sponsor.primary ?? false,
          classification: entry.line(sponsor.classification),
        },
      ]
    },
  )
}
