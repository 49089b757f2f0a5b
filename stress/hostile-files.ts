import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { systemClock } from '../src/core/clock.ts'
import { LoadRejected } from '../src/importers/load/diagnostic-list.ts'
import { load } from '../src/importers/load/load.ts'
import { addMunicipality } from '../src/importers/load/municipalities.ts'
import type { LoadTarget } from '../src/importers/load/scope.ts'
import { sources } from '../src/importers/registry.ts'
import { type Diagnostic, type ImportSource, SourceError } from '../src/importers/source.ts'
import { dumpOf } from '../test/support/database/dump.ts'
import { type FreshStore, freshStore } from '../test/support/database/fresh-store.ts'
import { databaseProblems } from '../test/support/database/problems.ts'
import { writeBundle } from '../test/support/imports/bundle-folder.ts'
import { townFiles } from '../test/support/legistar/town.ts'
import { fullPortal } from '../test/support/towns/escribe-portal.ts'
import { pupaTown } from '../test/support/towns/pupa-town.ts'
import { town, townRecords } from '../test/support/towns/town.ts'
import { type Mutation, mutate } from './kit/mutants.ts'
import { Random } from './kit/random.ts'
import { Results } from './kit/results.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'

/** A valid folder of a source. */
interface Sample {
  source: string
  write(folder: string): void
}

const samples: readonly Sample[] = [
  { source: 'bundle', write: (folder) => writeBundle(folder, townRecords()) },
  { source: 'escribe', write: (folder) => writeAll(folder, fullPortal) },
  { source: 'legistar-archive', write: (folder) => writeAll(folder, townFiles) },
  { source: 'open-civic-data', write: (folder) => writeAll(folder, pupaTown) },
]

function writeAll(folder: string, files: Record<string, unknown>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), JSON.stringify(content, null, 2))
  }
}

type Verdict =
  | { accepted: true }
  | { accepted: false; errors: readonly Diagnostic[]; message: string }

interface Scene {
  results: Results
  fresh: FreshStore
  targets: Map<string, LoadTarget>
  base: string
}

const longestMs = 60_000

async function run({ size, seed, log }: Order): Promise<Outcome> {
  const results = new Results()
  const random = new Random(seed)
  const base = mkdtempSync(join(tmpdir(), 'reeve-hostile-'))
  const fresh = await freshStore()
  const scene: Scene = { results, fresh, base, targets: new Map() }
  const verdicts = { accepted: 0, refused: 0 }
  try {
    for (const [index, { source }] of samples.entries()) {
      const divisionId = `ocd-division/country:ca/csd:990000${index + 1}`
      const municipality = { ...town, slug: source, divisionId }
      scene.targets.set(source, await addMunicipality(fresh.store, municipality, systemClock))
    }
    for (let i = 0; i < size; i += 1) {
      const sample = random.pick(samples)
      const folder = join(base, String(i))
      mkdirSync(folder)
      sample.write(folder)
      const done = Array.from({ length: random.between(1, 3) }, () => mutate(folder, random))
      const accepted = await judge(scene, { sample, folder, done })
      verdicts[accepted ? 'accepted' : 'refused'] += 1
      rmSync(folder, { recursive: true })
      if (i % 100 === 99) log(`  ${i + 1} of ${size}`)
    }
    return results.outcome(verdicts)
  } finally {
    await fresh.remove()
    rmSync(base, { recursive: true })
  }
}

async function judge(
  scene: Scene,
  mutant: { sample: Sample; folder: string; done: readonly Mutation[] },
): Promise<boolean> {
  const { results, fresh } = scene
  results.requests += 1
  const mutations = mutant.done.map(({ path, what }) => `${path} ${what}`).join(', ')
  const name = `${mutant.sample.source}: ${mutations}`
  const before = JSON.stringify(await dumpOf(fresh.databaseUrl))
  const started = performance.now()
  const dry = await attempt(scene, mutant, true)
  const unchanged = JSON.stringify(await dumpOf(fresh.databaseUrl)) === before
  results.demand(unchanged, `${name}: a dry run changes something`)
  const wet = await attempt(scene, mutant, false)
  const tookMs = performance.now() - started
  results.demand(tookMs < longestMs, `${name}: takes ${Math.round(tookMs)} ms`)
  results.demand(JSON.stringify(dry) === JSON.stringify(wet), `${name}: another verdict when dry`)
  if (wet.accepted) {
    for (const failure of await databaseProblems(fresh.databaseUrl))
      results.fail(`${name}: ${failure}`)
    return true
  }
  const after = JSON.stringify(await dumpOf(fresh.databaseUrl))
  results.demand(after === before, `${name}: is rejected, but changes something`)
  demandReasons(results, name, wet)
  return false
}

async function attempt(
  { results, fresh, targets }: Scene,
  { sample, folder }: { sample: Sample; folder: string },
  dryRun: boolean,
): Promise<Verdict> {
  const target = targets.get(sample.source) as LoadTarget
  try {
    const source = await (sources[sample.source] as ImportSource).open(folder)
    await load(fresh.store, { target, source, prune: false, dryRun, clock: systemClock })
    return { accepted: true }
  } catch (error) {
    const { message } = error as Error
    if (error instanceof LoadRejected) return { accepted: false, errors: error.errors, message }
    if (error instanceof SourceError) return { accepted: false, errors: [], message }
    results.fail(`${sample.source}: ${(error as Error).stack ?? message}`)
    return { accepted: false, errors: [], message }
  }
}

// A file that cannot be read, or is missing, has no line.
const ofWholeFile =
  /^(is not valid UTF-8|cannot be read|is no |is not a (bundle|regular) file|is a symbolic link|is nested deeper|no file names|.*holds no)/

function demandReasons(
  results: Results,
  name: string,
  verdict: Verdict & { accepted: false },
): void {
  const { errors, message } = verdict
  results.demand(
    message !== '' && !message.includes('\n'),
    `${name}: says ${JSON.stringify(message)}`,
  )
  for (const { location, subject, reason } of errors) {
    const hasLine = /^[^\s].*:\d+(:\d+)?$/.test(location) || ofWholeFile.test(reason)
    results.demand(hasLine, `${name}: ${location} is not a location of ${subject}: ${reason}`)
    results.demand(reason.length > 5 && subject !== '', `${name}: ${location} has no reason`)
  }
}

export const hostileFiles: StressTest = {
  name: 'hostile-files',
  about: 'damaged files of every source are imported soundly, or rejected with line and reason',
  counts: 'folders',
  sizes: { small: 60, large: 1000 },
  run,
}
