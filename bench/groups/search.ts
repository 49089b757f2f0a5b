import { Wire } from '../../test/campaigns/kit/wire.ts'
import { sought } from '../../test/campaigns/scale/asks.ts'
import { type TownShape, townWithTexts } from '../../test/campaigns/scale/shape.ts'
import type { Group, Order } from '../kit/bench.ts'
import type { Dataset } from '../kit/datasets.ts'
import { askFor, chosen } from '../kit/kinds.ts'
import type { Row } from '../kit/row.ts'
import { measureKind, withReeve } from '../kit/scene.ts'
import type { Subject } from '../kit/subject.ts'
import { uncached } from '../servers/variants.ts'

const councilTexts = 30_000
const towns = 20

/** The records that are searched. */
function recordsOf(share: number): Record<string, TownShape[]> {
  const texts = Math.round(councilTexts * share)
  const written = (count: number) => `${count.toLocaleString('en-CA')} texts`
  return {
    [`${written(texts)}, one council`]: [townWithTexts('town', texts)],
    [`${written(texts * towns)}, ${towns} councils`]: Array.from({ length: towns }, (_, index) =>
      townWithTexts(`town-${index + 1}`, texts),
    ),
    [`${written(texts * towns)}, one council`]: [townWithTexts('town', texts * towns)],
  }
}

const perSecond = 20
const besideSearches = `meetings, beside ${perSecond} searches/s`

async function run(order: Order): Promise<Row[]> {
  const { datasets, share } = order
  const rows = await measureRecord(order, await datasets.published(), inPublished)
  for (const [name, shapes] of Object.entries(recordsOf(share))) {
    const dataset = await datasets.madeUp(name, shapes)
    rows.push(...(await measureRecord(order, dataset, sought)))
    await datasets.drop(dataset)
  }
  return rows
}

type Words = Record<'common' | 'rare', string>

// The rare word of what is made up is a name that no council has.
const inPublished: Words = { common: sought.common, rare: 'heritage' }

function measureRecord(order: Order, dataset: Dataset, words: Words): Promise<Row[]> {
  return withReeve(order.databases, dataset, uncached, async (subject) => {
    const rows: Row[] = []
    for (const kind of chosen(kindsOf(`/api/v1/${dataset.slug}`, words), order.only)) {
      if (await findsNothing(subject, kind)) order.log(`  left out, as it is empty: ${kind.name}`)
      else rows.push(...(await measureSearch(order, subject, kind, dataset.name)))
    }
    return rows
  })
}

interface SearchKind {
  name: string
  paths: string[]
  /** One, where what counts is how long an answer takes and not how many wait. */
  connections: number
  /** What is searched for beside it. */
  search?: string
}

function kindsOf(v1: string, words: Words): SearchKind[] {
  const common = `${v1}/search?q=${words.common}`
  const one = (name: string, path: string) => ({ name, paths: [path], connections: 1 })
  return [
    one('rare word', `${v1}/search?q=${words.rare}`),
    one('common word', common),
    one('common word, page 50', `${common}&page=50`),
    { name: 'meetings', paths: [`${v1}/meetings`], connections: 8 },
    { name: besideSearches, paths: [`${v1}/meetings`], connections: 8, search: common },
  ]
}

/** An empty page tells nothing: a small record has no fiftieth one. */
async function findsNothing(subject: Subject, { paths }: SearchKind): Promise<boolean> {
  const { data } = await askFor<{ data: unknown[] }>(subject, paths[0] ?? '')
  return data.length === 0
}

async function measureSearch(
  { rounds, seconds }: Order,
  subject: Subject,
  { name: request, paths, connections, search }: SearchKind,
  data: string,
): Promise<Row[]> {
  const meanwhile = search === undefined ? undefined : (one: Subject) => searching(one, search)
  const load = { rounds, seconds, connections }
  const rows = await measureKind([{ subject, paths, meanwhile }], load, {
    group: 'search',
    data,
    request,
  })
  return search === undefined ? rows : rows.map(withoutProcessorTime)
}

// Of the time that the server had, most was for the searches.
function withoutProcessorTime({ figures, ...row }: Row): Row {
  const { cpuMicroseconds, databaseMicroseconds, ...rest } = figures
  return { ...row, figures: rest }
}

/** Sends searches at an even pace until it is ended; then waits for the answers that are still to come. */
function searching({ port, keys }: Subject, target: string): () => Promise<void> {
  const wire = new Wire(port)
  const headers = { 'x-api-key': keys[0] ?? '' }
  const sent: Promise<unknown>[] = []
  const send = () => sent.push(wire.send({ method: 'GET', target, headers }))
  const timer = setInterval(send, 1000 / perSecond)
  return async () => {
    clearInterval(timer)
    await Promise.all(sent)
    wire.close()
  }
}

export const search: Group = {
  name: 'search',
  about:
    'rare and common words in what is published and in 30,000 and 600,000 texts, and lists while searches run',
  note: `The common word is "${sought.common}", which most of the texts that are made up have. The rare one is a name that a few of those have, and "${inPublished.rare}" in what is published, where texts have every length: those that are made up have a few sentences each.`,
  run,
}
