import { omitProcessorTime, startRequests } from '../kit/background.ts'
import type { BenchOptions, Group } from '../kit/bench.ts'
import { fetchJson, filterByName, type Kind } from '../kit/request-kinds.ts'
import type { Row } from '../kit/row.ts'
import { measureKind, withReeve } from '../kit/servers.ts'
import type { Subject } from '../kit/subject.ts'
import { uncached } from '../servers/variants.ts'

const perSecond = 100
const recordsOfKind = 100

async function run({ rounds, seconds, databases, datasets, only }: BenchOptions): Promise<Row[]> {
  const dataset = await datasets.published()
  const { slug } = dataset
  return withReeve(databases, dataset, uncached, async (subject) => {
    const lists = ['meetings', 'motions', 'people', 'votes'].map(
      (list) => `/api/v1/${slug}/${list}`,
    )
    const meanwhile = startRequests(lists, perSecond)
    const rows: Row[] = []
    for (const { name: request, paths } of filterByName(await pageKinds(subject, slug), only)) {
      const described = { group: 'pages', data: dataset.name, request }
      const load = { rounds, seconds, connections: 1 }
      rows.push(...(await measureKind([{ subject, paths, meanwhile }], load, described)))
    }
    return rows.map(omitProcessorTime)
  })
}

/** The pages of a council for people. */
export async function pageKinds(subject: Subject, slug: string): Promise<Kind[]> {
  const pages = `/${slug}`
  const detail = async (name: string, list: string): Promise<Kind> => {
    const { data } = await fetchJson<{ data: { slug: string }[] }>(
      subject,
      `/api/v1/${slug}/${list}?per_page=${recordsOfKind}`,
    )
    return { name, paths: data.map((item) => `${pages}/${list}/${item.slug}`) }
  }
  const lists = ['meetings', 'motions', 'people', 'matters', 'bylaws', 'bodies']
  const kinds = [
    { name: 'home page', paths: ['/'] },
    { name: 'council', paths: [pages] },
    { name: 'lists', paths: lists.map((list) => `${pages}/${list}`) },
    { name: 'recorded votes', paths: [`${pages}/votes`, `${pages}/votes?view=grid`] },
    { name: 'search', paths: [`${pages}/search?q=heritage`, `${pages}/search?q=housing+budget`] },
    await detail('meeting', 'meetings'),
    await detail('motion', 'motions'),
    await detail('person', 'people'),
    await detail('matter', 'matters'),
    await detail('by-law', 'bylaws'),
  ]
  return kinds.filter(({ paths }) => paths.length > 0)
}

export const pages: Group = {
  name: 'pages',
  about: 'pages for people, one at a time, while 100 lists a second are requested from the API',
  note: `Details are of up to ${recordsOfKind} records in rotation. Without the page cache.`,
  run,
}
