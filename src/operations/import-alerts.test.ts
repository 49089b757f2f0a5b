import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FreshStore, freshStore } from '../../test/support/database/fresh-store.ts'
import { buildTestApp, testConfig } from '../../test/support/service/app.ts'
import { sourceOf, town } from '../../test/support/towns/town.ts'
import { dayMs } from '../core/calendar-date.ts'
import { load } from '../importers/load/load.ts'
import { addMunicipality, findTarget } from '../importers/load/municipalities.ts'
import { recordFailure } from '../importers/load/report.ts'
import { Metrics } from './metrics.ts'

const guide = readFileSync('docs/how-to/keep-a-council-current.md', 'utf8')

/** The threshold of an alerting rule in the guide. */
function ruleOf(metric: string): number {
  const bound = new RegExp(`expr: ${metric} > (\\d+)`).exec(guide)?.[1]
  if (bound === undefined) throw new Error(`the guide has no rule on ${metric}`)
  return Number(bound)
}

const clock = { at: 0, now: () => clock.at, monotonic: () => clock.at }
let fresh: FreshStore
let app: FastifyInstance
beforeEach(async () => {
  clock.at = Date.UTC(2026, 0, 1)
  fresh = await freshStore()
  app = await buildTestApp({
    config: testConfig('http://localhost'),
    store: fresh.store,
    writing: fresh.store,
    clock,
    metrics: { own: new Metrics('0'), gather: async () => [] },
  })
  await addMunicipality(fresh.store, town, clock)
})
afterEach(async () => {
  await app.close()
  await fresh.remove()
})

async function firing(metric: string): Promise<boolean> {
  const { body } = await app.inject('/metrics')
  const value = new RegExp(`^${metric}\\{municipality="pemberley"\\} (\\d+)$`, 'm').exec(body)?.[1]
  expect(value, body).toBeDefined()
  return Number(value) > ruleOf(metric)
}

async function importNow(): Promise<void> {
  const target = await findTarget(fresh.store, town.slug)
  if (target === undefined) throw new Error('no town')
  await load(fresh.store, { target, source: sourceOf([]), prune: false, dryRun: false, clock })
}

async function failNow(result: 'failed' | 'unopened' = 'failed'): Promise<void> {
  const startedAt = new Date(clock.at).toISOString()
  const run = { source: sourceOf([]), importer: 'bundle', startedAt, clock }
  const outcome = { result, error: new Error('did not respond') }
  await recordFailure(fresh.store, town.slug, run, outcome)
}

it('every alert watches a metric that /metrics has', () => {
  const code = readFileSync('src/operations/metrics.ts', 'utf8')
  const service = readFileSync('docs/how-to/run-as-a-service.md', 'utf8')
  const rules = [...`${guide}${service}`.matchAll(/^ +expr: (.*)$/gm)].map(([, rule = '']) => rule)
  const metrics = rules.flatMap((rule) => rule.match(/\b(reeve|nodejs)_\w+/g) ?? [])
  expect(rules.length).toBeGreaterThan(9)
  expect(metrics).toEqual(expect.arrayContaining(['reeve_http_requests_total']))
  expect(metrics.filter((name) => !code.includes(name))).toEqual([])
})

describe('the alert about an old record', () => {
  it('fires two days after a municipality was added, if it was never imported', async () => {
    clock.at += dayMs
    expect(await firing('reeve_import_age_seconds')).toBe(false)
    clock.at += 2 * dayMs
    await failNow()
    expect(await firing('reeve_import_age_seconds')).toBe(true)
    await importNow()
    clock.at += dayMs
    expect(await firing('reeve_import_age_seconds')).toBe(false)
    clock.at += 2 * dayMs
    expect(await firing('reeve_import_age_seconds')).toBe(true)
  })
})

describe('the alert about a failing import', () => {
  it('fires until an import succeeds', async () => {
    expect(await firing('reeve_imports_failing')).toBe(false)
    await failNow()
    clock.at += dayMs
    expect(await firing('reeve_imports_failing')).toBe(true)
    await importNow()
    clock.at += dayMs
    expect(await firing('reeve_imports_failing')).toBe(false)
  })

  it('neither fires nor ends for a source that cannot be opened, perhaps because of a typo', async () => {
    await importNow()
    await failNow('unopened')
    clock.at += dayMs
    expect(await firing('reeve_imports_failing')).toBe(false)
    await failNow()
    await failNow('unopened')
    clock.at += dayMs
    expect(await firing('reeve_imports_failing')).toBe(true)
  })
})
