import { queryWords } from '../../stress/scale/list-requests.ts'
import { type TownShape, townWithTexts } from '../../stress/scale/shape.ts'
import { omitProcessorTime, startRequests } from '../kit/background.ts'
import type { BenchOptions, Group } from '../kit/bench.ts'
import type { Dataset } from '../kit/datasets.ts'
import { fetchJson, filterByName } from '../kit/request-kinds.ts'
import type { Row } from '../kit/row.ts'
import { measureKind, withReeve } from '../kit/servers.ts'

import type { Subject } from '../kit/subject.ts'
import { uncached } from '../servers/variants.ts'

const councilTexts = 30_000
const towns = 20

function syntheticRecords(share: number): Record<string, TownShape[]> {
  const texts = Math.round(councilTexts * share)
  const textCount = (count: number) => `${count.toLocaleString('en-CA')} texts`
  return {
    [`${textCount(texts)}, one council`]: [townWithTexts('town', texts)],
    [`${textCount(texts * towns)}, ${towns} councils`]: Array.from({ length: towns }, (_, index) =>
      townWithTexts(`town-${index + 1}`, texts),
    ),
    [`${textCount(texts * towns)}, one council`]: [townWithTexts('town', texts * towns)],
  }
}

const perSecond = 20
const duringSearches = `meetings, during ${perSecond} searches/s`

async function run(options: BenchOptions): Promise<Row[]> {
  const { datasets, share } = options
  const rows = await measureRecord(options, await datasets.published(), inPublished)
  for (const [name, shapes] of Object.entries(syntheticRecords(share))) {
    options.log(`  filling the database: ${name}`)
    const dataset = await datasets.synthetic(name, shapes)
    rows.push(...(await measureRecord(options, dataset, queryWords)))
    await datasets.drop(dataset)
  }
  return rows
}

type Words = Record<'common' | 'rare', string>

// The rare word of the synthetic records is a name that no council has.
const inPublished: Words = { common: queryWords.common, rare: 'heritage' }

function measureRecord(options: BenchOptions, dataset: Dataset, words: Words): Promise<Row[]> {
  return withReeve(options.databases, dataset, uncached, async (subject) => {
    const rows: Row[] = []
    for (const kind of filterByName(
      listRequestKinds(`/api/v1/${dataset.slug}`, words),
      options.only,
    )) {
      if (await isEmpty(subject, kind)) options.log(`  skipped, because it is empty: ${kind.name}`)
      else {
        options.log(`  measuring: ${dataset.name}, ${kind.name}`)
        rows.push(...(await measureSearch(options, subject, kind, dataset.name)))
      }
    }
    return rows
  })
}

interface SearchKind {
  name: string
  paths: string[]
  /** One, to measure latency without queueing. */
  connections: number
  /** A search that runs meanwhile. */
  search?: string
}

function listRequestKinds(v1: string, words: Words): SearchKind[] {
  const common = `${v1}/search?q=${words.common}`
  const one = (name: string, path: string) => ({ name, paths: [path], connections: 1 })
  return [
    one('rare word', `${v1}/search?q=${words.rare}`),
    one('common word', common),
    one('common word, page 50', `${common}&page=50`),
    { name: 'meetings', paths: [`${v1}/meetings`], connections: 8 },
    { name: duringSearches, paths: [`${v1}/meetings`], connections: 8, search: common },
  ]
}

/** A small record has no page 50. */
async function isEmpty(subject: Subject, { paths }: SearchKind): Promise<boolean> {
  const { data } = await fetchJson<{ data: unknown[] }>(subject, paths[0] ?? '')
  return data.length === 0
}

async function measureSearch(
  { rounds, seconds }: BenchOptions,
  subject: Subject,
  { name: request, paths, connections, search }: SearchKind,
  data: string,
): Promise<Row[]> {
  const meanwhile = search === undefined ? undefined : startRequests([search], perSecond)
  const load = { rounds, seconds, connections }
  const rows = await measureKind([{ subject, paths, meanwhile }], load, {
    group: 'search',
    data,
    request,
  })
  return search === undefined ? rows : rows.map(omitProcessorTime)
}

export const search: Group = {
  name: 'search',
  about:
    'rare and common words in the published record and in 30,000 and 600,000 texts, and lists during searches',
  note: `The common word is "${queryWords.common}", which most synthetic texts contain. The rare one is a name in a few of them, and "${inPublished.rare}" in the published record, whose texts have any length; synthetic texts have a few sentences.`,
  run,
}
