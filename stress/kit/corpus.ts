import { readFileSync, writeFileSync } from 'node:fs'
import type { Fixture } from './fixture.ts'
import { exchange } from './socket.ts'
import type { Expectation, Failure } from './stress-test.ts'
import type { Sent } from './wire.ts'

const file = new URL('../corpus.json', import.meta.url)
const addedMax = 20

/** A request that once failed, and its correct response. `{key}` in a header is replaced by a valid key. */
export interface Remembered {
  test: string
  sent: Sent
  expected: Expectation
}

/** Every request that once failed a stress test; repeated in every test run. */
export function readCorpus(): Remembered[] {
  return JSON.parse(readFileSync(file, 'utf8')) as Remembered[]
}

/** Adds new errors; returns their number. */
export function addToCorpus(test: string, failures: readonly Failure[]): number {
  const existing = readCorpus()
  const keys = new Set(existing.map(({ sent }) => JSON.stringify(sent)))
  const added = failures
    .filter(({ sent }) => sent.target !== '')
    .map(({ sent, expected }) => ({ test, sent: withoutKey(sent), expected }))
    .filter(({ sent }) => !keys.has(JSON.stringify(sent)))
    .slice(0, addedMax)
  if (added.length > 0) writeFileSync(file, `${JSON.stringify([...existing, ...added], null, 2)}\n`)
  return added.length
}

/** Repeats the requests of the corpus; errors go to the fixture's ledger. */
export async function replay(fixture: Fixture, { sent, expected }: Remembered): Promise<void> {
  const { key, port } = fixture.service
  if (sent.method !== 'RAW') {
    const text = JSON.stringify(sent).replaceAll('{key}', key)
    await fixture.ledger.probe(JSON.parse(text) as Sent, expected)
    return
  }
  const bytes = Buffer.from(sent.target.replace('raw:', ''), 'base64')
  const connection = await exchange(port, [bytes])
  const statuses = connection.responses.map(({ status }) => status)
  const right = statuses.join() === expected.status.join() && connection.problem === undefined
  if (!right)
    fixture.ledger.fail(sent, expected, `${connection.problem}; returned ${statuses.join()}`)
}

// Every run has a different key.
function withoutKey(sent: Sent): Sent {
  return JSON.parse(JSON.stringify(sent).replace(/rv_[0-9a-f]{64}/g, '{key}')) as Sent
}
