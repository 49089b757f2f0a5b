import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { emptyDatabase } from '../test/support/database/fresh-store.ts'
import { rowsOf } from '../test/support/database/inspector.ts'
import { largerTown, townMatter } from '../test/support/legistar/town.ts'
import { newReeve, type Reeve } from '../test/support/process/reeve.ts'
import { Random } from './kit/random.ts'
import { Results } from './kit/results.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'

const slug = 'sliced'
const townMeetings = 8
const syncFile = 'last_sync.json'

/** Folders to import one after another, as lists of paths in the archive. */
type Slices = readonly (readonly string[])[]

interface Scene {
  results: Results
  reeve: Reeve
  archive: string
  /** Those of the generated town are numbered as they come: its meetings have one date and title. */
  hasOwnSlugs: boolean
}

/** The final content of a database. */
interface Result {
  /** The lines of an export, sorted, without the ids that the database assigned, and with the slugs of an archive's pages. */
  lines: string[]
  votes: number
}

async function run({ size, seed, archive, log }: Order): Promise<Outcome> {
  const results = new Results()
  const reeve = newReeve()
  const folder = archive === undefined ? townFolder() : resolve(archive)
  const scene = { results: results, reeve, archive: folder, hasOwnSlugs: archive !== undefined }
  try {
    const paths = pathsBelow(folder)
    const whole = await load(scene, [paths])
    results.demand(whole.votes > 0, 'the archive holds no votes')
    const random = new Random(seed)
    for (const [name, slices] of waysOf(paths, size, random)) {
      const { lines, votes } = await load(scene, slices, name.startsWith('random') ? random : null)
      log(`${name}: ${votes} of ${whole.votes} votes, ${lines.length} records`)
      results.demand(votes === whole.votes, `${name}: ${votes} of ${whole.votes} votes`)
      const [missing] = lines.filter((line, index) => line !== whole.lines[index])
      const same = missing === undefined && lines.length === whole.lines.length
      results.demand(same, `${name}: another record, from ${missing?.slice(0, 200)}`)
    }
    return results.outcome({ votes: whole.votes, records: whole.lines.length, seed })
  } finally {
    await reeve.remove()
    if (archive === undefined) rmSync(folder, { recursive: true })
  }
}

function* waysOf(
  paths: readonly string[],
  size: number,
  random: Random,
): Generator<[string, Slices]> {
  const events = paths.filter((path) => path.startsWith('events/'))
  const people = paths.filter((path) => path.startsWith('people/'))
  const matters = paths.filter((path) => !events.includes(path) && !people.includes(path))
  const byYear = yearsOf(paths).map((year) => [
    ...people,
    ...paths.filter((path) => path.split('/')[1] === year),
  ])
  yield ['years in order', byYear]
  yield ['years in reverse', byYear.toReversed()]
  yield ['matters before meetings', [[...people, ...matters], events]]
  yield ['meetings before matters', [events, [...people, ...matters]]]
  yield ['the whole and then its last year', [paths, byYear.at(-1) ?? []]]
  for (let n = 1; n <= size; n += 1) yield [`random ${n}`, randomSlices(paths, random)]
}

function yearsOf(paths: readonly string[]): string[] {
  const years = paths.flatMap((path) => /^\w+\/(\d{4})\//.exec(path)?.[1] ?? [])
  return [...new Set(years)].sort()
}

/** Two to four slices in any order, some twice. Notes name people by family name alone, so all have the folder of people. */
function randomSlices(paths: readonly string[], random: Random): Slices {
  const count = random.between(2, 4)
  const slices: string[][] = Array.from({ length: count }, () => [])
  for (const path of paths) {
    if (path.startsWith('people/')) for (const slice of slices) slice.push(path)
    else slices[random.below(count)]?.push(path)
  }
  const filled = slices.filter((slice) => slice.length > 0)
  return random.shuffled([...filled, ...filled.filter(() => random.chance(0.3))])
}

/** Imports the slices one after the other; with `kills`, about half of the imports are killed first and run again. */
async function load(
  { results, reeve, archive, hasOwnSlugs }: Scene,
  slices: Slices,
  kills: Random | null = null,
): Promise<Result> {
  const { databaseUrl, remove } = await emptyDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'reeve-slices-'))
  const command = async (...words: string[]) => {
    const { status, stderr } = await reeve.run(words, { DATABASE_URL: databaseUrl })
    results.demand(status === 0, `${words.join(' ')} ended with ${status}: ${stderr.slice(0, 500)}`)
    results.requests += 1
  }
  let wholeMs = 1000
  try {
    const zone = ['--timezone', 'America/New_York']
    const division = ['--division', 'ocd-division/country:ca/csd:9900001']
    await command('municipalities', 'add', slug, '--name', 'Sliced', ...zone, ...division)
    for (const [index, paths] of slices.entries()) {
      const slice = join(folder, String(index))
      for (const path of [syncFile, ...paths]) copyFile(archive, slice, path)
      const words = ['import', 'legistar-archive', slice, '--municipality', slug]
      if (kills?.chance(0.5))
        await killDuring(
          reeve.start(words, { DATABASE_URL: databaseUrl }),
          kills.below(Math.ceil(wholeMs)),
        )
      const started = performance.now()
      await command(...words)
      wholeMs = performance.now() - started
    }
    const bundle = join(folder, 'bundle')
    await command('export', bundle, '--municipality', slug)
    const [row] = await rowsOf<{ count: number }>(
      databaseUrl,
      'select count(*) as count from votes',
    )
    return { lines: linesOf(bundle, hasOwnSlugs), votes: Number(row?.count) }
  } finally {
    rmSync(folder, { recursive: true })
    await remove()
  }
}

async function killDuring(
  { signal, ended }: ReturnType<Reeve['start']>,
  afterMs: number,
): Promise<void> {
  await Promise.race([pause(afterMs), ended])
  signal('SIGKILL')
  await ended
}

function copyFile(from: string, to: string, path: string): void {
  mkdirSync(dirname(join(to, path)), { recursive: true })
  cpSync(join(from, path), join(to, path))
}

function linesOf(bundle: string, hasOwnSlugs: boolean): string[] {
  const files = readdirSync(bundle).filter((name) => name.endsWith('.ndjson'))
  return files.sort().flatMap((name) =>
    readFileSync(join(bundle, name), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map(
        (line) =>
          `${name} ${JSON.stringify(withSlugAlone(JSON.parse(line), hasOwnSlugs && name !== 'memberships.ndjson'))}`,
      ),
  )
}

/** A record without its number, and without its slug if that may differ. */
function withSlugAlone(record: { served_as?: { slug: string } }, hasOwnSlug: boolean) {
  return { ...record, served_as: hasOwnSlug ? record.served_as?.slug : undefined }
}

function pathsBelow(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return files.filter((path) => path.endsWith('.json') && path.includes('/')).sort()
}

/** A generated town with meetings in two years, and an older copy of a matter. */
function townFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-archive-'))
  const older = { ...townMatter, TypeName: 'Resolution', LastModified: '2024-03-01T00:00:00Z' }
  const files = { ...largerTown(townMeetings), 'resolution/2024/0012.json': older }
  for (const [path, content] of Object.entries(files)) {
    const isLater = /[2468]\.json$/.test(path) && !path.startsWith('people/')
    const to = join(folder, isLater ? path.replace('/2024/', '/2025/') : path)
    mkdirSync(dirname(to), { recursive: true })
    const text = JSON.stringify(content)
    // A slice without meetings is identified by the URLs of its attachments.
    const report = 'https://town.legistar1.com/town/attachments/report.pdf'
    writeFileSync(to, text.replaceAll('https://pemberley.example/report.pdf', report))
  }
  return folder
}

export const slices: StressTest = {
  name: 'slices',
  about:
    'a Legistar archive imported in slices in any order, with kills between, gives the same record as one import, and from an archive the same addresses',
  counts: 'random splits of a generated town, or of --archive <folder>',
  sizes: { small: 2, large: 40 },
  run,
}
