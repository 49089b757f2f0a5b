import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAll, type FieldChecks, ocdStamps } from '../support/service/expect-fields.ts'
import { readList, readOcdDetails, readOcdList } from '../support/service/read-lists.ts'
import type { Service } from '../support/service/service.ts'
import { startTownWithEdges } from '../support/towns/town-with-edges.ts'

let service: Service
beforeAll(async () => {
  service = await startTownWithEdges()
})
afterAll(() => service.stop())

const vote: FieldChecks = {
  id: 'string',
  identifier: 'string',
  motion_text: 'string',
  motion_classification: 'array',
  start_date: 'string',
  result: 'string?',
  organization_id: 'string?',
  legislative_session: 'object?',
  bill_id: 'string?',
  extras: 'object',
  ...ocdStamps,
}

describe('votes', () => {
  it('every field of a vote, in lists and details', async () => {
    expectAll(await readOcdList(service, 'votes'), vote)
    const all = await readOcdDetails(service, 'votes')
    expectAll(all, {
      ...vote,
      organization: 'object?',
      bill: 'object?',
      event_id: 'string?',
      counts: 'array',
      votes: 'array',
      sources: 'array',
    })
    expectAll(
      all.flatMap((entity) => entity.votes),
      { option: 'string', voter_name: 'string', voter_id: 'string?', note: 'string' },
    )
    expectAll(
      all.flatMap((entity) => entity.counts),
      { option: 'string', value: 'integer' },
    )
  })

  it('the organization is that of the motion, or null if the record has none', async () => {
    const all = await readOcdDetails(service, 'votes')
    const names = new Set(all.map(({ organization }) => organization?.name ?? null))
    expect(names).toEqual(new Set(['Town Council', 'Parks Committee', null]))
    for (const { organization, organization_id: id } of all) {
      expect(organization?.id ?? null).toBe(id)
    }
  })

  it('result is pass or fail, and null for any other word, which is kept as it is', async () => {
    const results = new Map(
      (await readOcdList(service, 'votes')).map(({ result, extras }) => [extras.result, result]),
    )
    expect(Object.fromEntries(results)).toMatchObject({
      Carried: 'pass',
      Received: 'pass',
      Defeated: 'fail',
      Tabled: null,
      Withdrawn: null,
      Referred: null,
      null: null,
    })
  })

  it('counts are the tally of the motion: yes, no, abstain, absent, as far as known', async () => {
    const all = await readOcdDetails(service, 'votes')
    const printed = all.find(({ identifier }) => identifier === 'E-1')
    expect(printed.counts).toEqual([
      { option: 'yes', value: 3 },
      { option: 'no', value: 4 },
    ])
    const unknown = all.find(({ start_date: start }) => start === '2024-01-06')
    expect(unknown.counts).toEqual([])
  })

  it('counts equal the named votes for each option, if there are any', async () => {
    const named = (await readOcdDetails(service, 'votes')).filter(({ votes }) => votes.length > 0)
    expect(named.length).toBeGreaterThan(20)
    for (const { identifier, counts, votes } of named) {
      const options = votes.map(({ option }: { option: string }) => option)
      const counted = counts.filter(({ value }: { value: number }) => value > 0)
      const expected = [...new Set(options)].map((option) => ({
        option,
        value: options.filter((other: string) => other === option).length,
      }))
      expect(counted, identifier).toHaveLength(expected.length)
      expect(counted, identifier).toEqual(expect.arrayContaining(expected))
    }
  })

  it('the six values of v1 are yes, no, abstain, absent, excused and other', async () => {
    const words: Record<string, string> = {
      For: 'yes',
      Against: 'no',
      Abstain: 'abstain',
      Absent: 'absent',
      Recused: 'excused',
      Other: 'other',
    }
    const native = []
    for (const { slug } of await readList(service, 'motions')) {
      const { votes } = (await service.v1(`motions/${slug}`)).json.data
      native.push(votes.map(({ vote_value: value }: { vote_value: string }) => words[value]))
    }
    const civic = (await readOcdDetails(service, 'votes')).map(({ votes }) =>
      votes.map(({ option }: { option: string }) => option),
    )
    expect(civic).toEqual(native)
    expect(new Set(civic.flat()).size).toBe(6)
  })

  it('bill, event and voters of a vote are existing entities', async () => {
    const ids = async (list: string) =>
      new Set((await readOcdList(service, list)).map(({ id }) => id))
    const [bills, events, people] = [await ids('bills'), await ids('events'), await ids('people')]
    for (const { bill, event_id: event, votes } of await readOcdDetails(service, 'votes')) {
      if (bill !== null) expect(bills).toContain(bill.id)
      if (event !== null) expect(events).toContain(event)
      for (const { voter_id: voter } of votes) expect(people).toContain(voter)
    }
  })
})
