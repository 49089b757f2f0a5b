import type { Json } from '../../test/support/service/service.ts'
import { hrefsOf, termsOf, textOf } from '../../test/support/site/page-content.ts'

/** The items of a list of the API, of all its pages. */
export type ListAll = (path: string) => Promise<Json[]>

interface Shown {
  /** The detail of the record in the API. */
  data: Json
  html: string
  text: string
  terms: Record<string, string>
  council: string
  list: ListAll
}

/** A figure of a page, and what the API has. */
type Metric = [name: string, shown: unknown, expected: unknown]

const numberOf = (text: string | undefined) => Number((text ?? '0').replaceAll(',', ''))
const withCommas = (count: number) => count.toLocaleString('en-CA')

/** How the page of a motion names each vote. */
const votes = {
  For: 'For',
  Against: 'Against',
  Abstain: 'Abstained',
  Absent: 'Absent',
  Recused: 'Recused',
  Other: 'Other',
}

/** The metrics of each kind of page, by the folder of its URL. */
const metrics: Record<string, (shown: Shown) => Metric[] | Promise<Metric[]>> = {
  motions({ data, html, text }) {
    const { for: inFavour, against } = data.tally
    const tally = `${withCommas(inFavour ?? 0)} for${withCommas(against ?? 0)} against`
    const counted = inFavour !== null && against !== null
    const groups = Object.entries(votes).map(([value, name]): Metric => {
      const named: string[] = data.votes
        .filter((vote: Json) => vote.vote_value === value)
        .map((vote: Json) => vote.person_name)
      const section = new RegExp(
        `<h3>${name} \\((\\d+)\\)</h3><ul class="(?:names|members)">(.*?)</ul>`,
        's',
      ).exec(html)
      const items = [...(section?.[2] ?? '').matchAll(/<li>(?:<a [^>]*>)?([^<]*)/g)]
      const shown = items.map(([, person = '']) => textOf(person).trim())
      return [
        name,
        [numberOf(section?.[1]), shown.toSorted()],
        [named.length, named.map((person) => person.trim()).toSorted()],
      ]
    })
    return [
      ['result', text.includes(data.result ?? ''), true],
      ['tally', text.includes(tally), counted],
      ...groups,
    ]
  },
  async meetings({ data, terms, list }) {
    const { motions, attendance } = data
    const present = attendance.filter((attendee: Json) => attendee.present).length
    const voted = await list(`motions?meeting=${data.slug}&has_votes=true`)
    const defeated = motions.filter(({ result }: Json) => result?.toLowerCase() === 'defeated')
    return [
      ['motions', numberOf(terms.Motions), motions.length],
      ['defeated', numberOf(terms.Defeated), defeated.length],
      ['recorded votes', numberOf(terms['Recorded votes']), voted.length],
      ['present', numberOf(terms.Present), present],
      ['absent', numberOf(terms.Absent), attendance.length - present],
    ]
  },
  async people({ data, terms, list }) {
    const isSeated = data.memberships.length > 0
    const { total_votes: total } = data.voting_summary
    const { present, meetings } = data.attendance_summary
    const dissents = await list(`votes?person=${data.slug}&dissent=true`)
    const attended = `${withCommas(present)} of ${withCommas(meetings)}`
    return [
      ['votes', terms['Recorded votes'], isSeated ? withCommas(total) : undefined],
      ['losing side', terms['On the losing side'], isSeated ? String(dissents.length) : undefined],
      ['attended', terms['Meetings attended'], isSeated && meetings > 0 ? attended : undefined],
    ]
  },
  bodies({ data, html, terms, council }) {
    const missing = data.members.filter(
      ({ person_slug: slug }: Json) => !html.includes(`href="/${council}/people/${slug}"`),
    )
    const [meetings] = (terms['Meetings on record'] ?? '').split(', ')
    return [
      ['meetings', numberOf(meetings), data.meeting_count],
      ['missing members', missing.length, 0],
    ]
  },
  bylaws({ data, terms, html, council }) {
    const motion = `href="/${council}/motions/${data.motion_slug}"`
    return [
      ['year', terms.Year, data.year === null ? undefined : String(data.year)],
      ['motion', html.includes(motion), data.motion_slug !== null],
    ]
  },
  matters({ data, html, council, text }) {
    const links = hrefsOf(html)
    const missing = [
      ...data.motions.map(({ slug }: Json) => `/${council}/motions/${slug}`),
      ...data.agenda_items.map((item: Json) => `/${council}/meetings/${item.meeting_slug}`),
    ].filter((path) => !links.some((href) => href.split(/[?#]/, 1)[0] === path))
    return [
      ['title', text.includes(data.title), true],
      ['missing steps', missing, []],
    ]
  },
}

/** The kinds of pages that have metrics. */
export const measuredFolders = Object.keys(metrics)

/** The metrics of a page that differ from the API. */
export async function wrongMetrics(
  folder: string,
  page: Pick<Shown, 'html' | 'data' | 'council' | 'list'>,
): Promise<string[]> {
  const main = /<main.*<\/main>/s.exec(page.html)?.[0] ?? ''
  const found = await metrics[folder]?.({ ...page, text: textOf(main), terms: termsOf(page.html) })
  return (found ?? [])
    .filter(([, shown, expected]) => JSON.stringify(shown) !== JSON.stringify(expected))
    .map(
      ([name, shown, expected]) =>
        `${name}: ${JSON.stringify(shown)}, but the API has ${JSON.stringify(expected)}`,
    )
}
