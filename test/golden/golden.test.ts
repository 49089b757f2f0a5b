import { existsSync, globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { checkRecord } from '../../src/importers/record-check.ts'
import { recordKindNames } from '../../src/record/kinds.ts'
import { type Collected, collectItems } from '../support/imports/collect-items.ts'
import { freshImports } from '../support/imports/municipality.ts'
import { publishers } from './publishers.ts'

// `npx vitest run --project sqlite test/golden --update` renews what is expected.

const root = import.meta.dirname
const cases = globSync('*/*/input', { cwd: root }).map(dirname).sort()
const clock = { now: () => Date.UTC(2026, 5, 10, 12), monotonic: () => performance.now() }

async function read(name: string) {
  const { source, locationOf } = publishers[dirname(name)] ?? expect.fail(`no source for ${name}`)
  const map = join(root, name, 'map.json')
  const options = { clock, timeZone: 'America/Vancouver', ...(existsSync(map) ? { map } : {}) }
  return collectItems(source, await locationOf(join(root, name, 'input')), options)
}

describe.each(cases)('%s', (name) => {
  it('gives the expected records and warnings', async () => {
    const collected = await read(name)
    for (const { record } of collected.records)
      expect(checkRecord(record.kind, record), record.key).toEqual([])
    await expect(await linesOf(collected)).toMatchFileSnapshot(join(root, name, 'expected.ndjson'))
  })

  it('is imported without changes the second time', async () => {
    const { opened, records } = await read(name)
    const imports = await freshImports()
    onTestFinished(imports.remove)
    const options = { source: opened.name, isPartial: true, prune: true }
    const all = records.map(({ record }) => record)
    await imports.run(all, options)
    const { kinds } = await imports.run(all, options)
    for (const { added, changed, removed } of Object.values(kinds))
      expect({ added, changed, removed }).toEqual({ added: 0, changed: 0, removed: 0 })
  })
})

/** A line for the source, each record by kind and key, and each warning; without nulls, and with a fixed host. */
async function linesOf({ opened, records, warnings, errors }: Collected): Promise<string> {
  const { name, url, licence, divisionId, municipality, isPartial, isThirdParty } = opened
  const about = { url, licence, divisionId, municipality, isPartial, isThirdParty }
  const rank = ({ kind }: { kind: string }) => (recordKindNames as readonly string[]).indexOf(kind)
  const sorted = records
    .map(({ record }) => record)
    .sort((a, b) => rank(a) - rank(b) || (a.key < b.key ? -1 : 1))
  const diagnostic = async (type: string, { location, subject, reason }: (typeof warnings)[0]) => ({
    [type]: `${(await opened.locate?.(location)) ?? location}: ${subject}: ${reason}`,
  })
  const lines: object[] = [
    { source: name, ...about, gaps: opened.gaps?.(), asOf: opened.asOf?.() },
    ...sorted.map(({ kind, key, ...rest }) => ({ kind, key, ...rest })),
  ]
  const diagnostics = await Promise.all([
    ...warnings.map((one) => diagnostic('warning', one)),
    ...errors.map((one) => diagnostic('error', one)),
  ])
  // Concurrent requests warn in any order.
  const texts = [...lines.map(textOf), ...diagnostics.map(textOf).sort()]
  return `${texts.join('\n').replaceAll(/127\.0\.0\.1:\d+/g, 'portal.example')}\n`
}

const textOf = (line: object) => JSON.stringify(line, (_, value) => value ?? undefined)
