import { describe, expect, it } from 'vitest'
import { collectItems, writeFolder } from '../../../../test/support/imports/collect-items.ts'
import { comparable } from '../../../../test/support/legistar/comparable.ts'
import {
  live,
  replaced,
  responsesOf,
  serveLegistar,
} from '../../../../test/support/legistar/live.ts'
import { rowsTown } from '../../../../test/support/legistar/rows-town.ts'
import type { LegistarResponses } from '../../../../test/support/legistar/server.ts'
import { townFiles, townMatter, townMatterPath } from '../../../../test/support/legistar/town.ts'
import { legistarArchive } from '../archive/archive.ts'

async function read(responses: LegistarResponses) {
  const server = await serveLegistar(responses)
  return { server, ...(await collectItems(live, server.base)) }
}

describe('the responses of a small council', () => {
  it('have meetings that are completed once the day has ended everywhere, by the given clock', async () => {
    const { base } = await serveLegistar(rowsTown())
    const statesAt = async (now: number) => {
      const clock = { now: () => now, monotonic: () => performance.now() }
      const { of } = await collectItems(live, base, { clock })
      return of('meeting').map(({ status }) => status)
    }
    expect(await statesAt(Date.UTC(2024, 2, 6, 11))).toEqual(Array(3).fill('scheduled'))
    expect(await statesAt(Date.UTC(2024, 2, 6, 12))).toEqual(Array(3).fill('completed'))
  })
})

describe('a council with a Web API and an archive', () => {
  it('yields the same records from both', async () => {
    const folder = await writeFolder(townFiles)
    const archive = await collectItems(legistarArchive, folder)
    const { records, errors, warnings, opened } = await read(await responsesOf(townFiles))
    expect({ errors, warnings }).toEqual({
      errors: [],
      warnings: [expect.objectContaining({ subject: 'Votes' })],
    })
    expect(opened.name).toBe(archive.opened.name)
    expect(comparable(records)).toEqual(comparable(archive.records))
    expect(records.length).toBe(archive.records.length)
  })
})

describe('the Web API', () => {
  it('yields the votes of a tie, which has no result', async () => {
    const History = townMatter.History.map((step) => ({ ...step, PassedFlagName: undefined }))
    const files = { ...townFiles, [townMatterPath]: { ...townMatter, History } }
    const archive = await collectItems(legistarArchive, await writeFolder(files))
    const { of, server } = await read(await responsesOf(files))
    const decided = of('motion').find(({ key }) => key === '9003')
    expect(decided?.votes?.length).toBeGreaterThan(0)
    expect(decided?.votes).toEqual(archive.of('motion').find(({ key }) => key === '9003')?.votes)
    const requests = server.requests.filter((line) => line.endsWith('/Votes'))
    expect(requests).not.toContain('EventItems/500/Votes')
    expect(new Set(requests).size).toBe(requests.length)
  })

  it('yields lists of more than a thousand rows, each row once', async () => {
    const people = Array.from({ length: 2345 }, (_, index) => ({
      PersonId: 10_000 - 2 * index + 1,
      PersonFullName: `Person ${index}`,
    }))
    const { of, server } = await read(replaced(await responsesOf({}), { Persons: people }))
    const keys = of('person').map(({ key }) => Number(key))
    expect(keys).toEqual(people.map(({ PersonId }) => PersonId).sort((a, b) => a - b))
    expect(server.requests.filter((line) => line.startsWith('Persons'))).toHaveLength(4)
  })
})
