import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callTool } from '../../test/support/mcp/call-tool.ts'
import { dayOfExamples, startLowmere } from '../../test/support/sample/service.ts'
import type { Json, Service } from '../../test/support/service/service.ts'
import { termsOf } from '../../test/support/site/page-content.ts'

let service: Service
beforeAll(async () => {
  service = await startLowmere(dayOfExamples)
})
afterAll(() => service.stop())

const council = 'lowmere'
const list = async (given: object) => {
  const { json, isError, text } = await callTool(service, 'list_motions', { council, ...given })
  expect(isError, text).toBe(false)
  return json
}

/** The motions of all pages. */
async function listAll(given: object): Promise<Json[]> {
  const motions: Json[] = []
  let next: string | undefined
  for (;;) {
    const page = await list({ ...given, ...(next !== undefined && { next }) })
    motions.push(...page.motions)
    if (page.next === null) return motions
    next = page.next
  }
}

const marginOf = ({ votes_for, votes_against, weighted, vote_basis }: Json): number =>
  weighted == null || vote_basis === 'unweighted'
    ? Math.abs(votes_for - votes_against)
    : Math.abs(weighted.for - weighted.against)

describe('list_motions', () => {
  it('finds what became of motions, as the page does', async () => {
    const all = await listAll({})
    for (const outcome of ['veto_stands', 'amendment_lost', 'veto_stands,amendment_lost']) {
      const { of, url } = await list({ outcome, limit: 1 })
      const verbs = outcome.split(',')
      expect(of).toBe(all.filter((motion) => verbs.includes(motion.outcome)).length)
      expect(of).toBeGreaterThan(0)
      const { body } = await service.call(url.replace(service.url, ''), {
        headers: { accept: 'text/html' },
      })
      expect(body).toContain(`<p>${of} motion`)
      const { json } = await callTool(service, 'count_votes', { council, outcome })
      expect(json.of + json.motions_without_recorded_vote).toBe(of)
      const page = await service.call(json.url.replace(service.url, ''), {
        headers: { accept: 'text/html' },
      })
      expect(termsOf(page.body)['Motions with recorded votes']).toBe(String(json.of))
    }
  })

  it('says which outcomes there are', async () => {
    const given = { council, outcome: 'veto_overriden' }
    const { isError, text } = await callTool(service, 'list_motions', given)
    expect(isError).toBe(true)
    expect(text).toContain('some that exist: veto_overridden')
  })

  it('has all motions of a matter, by its slug, its number or its id', async () => {
    const all = await listAll({})
    const [{ matter }] = all.filter((motion) => motion.matter !== null)
    const expected = all.filter((motion) => motion.matter === matter).map(({ id }) => id)
    for (const name of [matter, matter.toUpperCase(), `${council}/matters/${matter}`])
      expect((await listAll({ matter: name })).map(({ id }) => id)).toEqual(expected)
    const unknown = { council, matter: 'no-such-matter-1' }
    const { isError, text } = await callTool(service, 'list_motions', unknown)
    expect(isError).toBe(true)
    expect(text).toContain('There is no matter of lowmere')
  })

  it.each([{}, { voter: 'Gordon Pell' }, { voter: 'Gordon Pell', value: 'Against' }])(
    'of %j is in each order, over all pages',
    async (given) => {
      const newest = await listAll(given)
      const ids = (motions: Json[]) => motions.map(({ id }) => id)
      const oldest = await listAll({ ...given, order: 'oldest' })
      expect(ids(oldest)).toEqual(ids(newest).toReversed())
      const closest = await listAll({ ...given, order: 'closest' })
      const counted = newest.filter((motion) => marginOf(motion) >= 0 && motion.votes_for !== null)
      const isCounted = ({ votes_for, votes_against }: Json) => votes_for + votes_against > 0
      expect(ids(closest).toSorted()).toEqual(ids(counted.filter(isCounted)).toSorted())
      const margins = closest.map(marginOf)
      expect(margins).toEqual(margins.toSorted((one, other) => one - other))
      expect(new Set(ids(closest)).size).toBe(closest.length)
    },
  )

  it('counts by result without motions', async () => {
    const given = { body: 'Town Council', from: '2026-01-01', to: '2026-12-31' }
    const all = await listAll(given)
    const { of, by_result, motions, next } = await list({ ...given, limit: 0 })
    expect({ of, motions, next }).toEqual({ of: all.length, motions: [], next: null })
    const { 'other or none': others = 0, ...named } = by_result
    for (const [name, count] of Object.entries(named))
      expect(all.filter(({ result }) => result === name)).toHaveLength(Number(count))
    const sum = Object.values<number>(named).reduce((total, count) => total + count, 0)
    expect(sum + others).toBe(of)
    expect(Object.keys(named).length).toBeGreaterThan(3)
    const { by_result: lost } = await list({ ...given, result: 'Defeated', limit: 0 })
    expect(lost).toEqual({ Defeated: named.Defeated })
  })

  it('says how each of some people voted, and whose votes are recorded', async () => {
    const people = ['Gordon Pell', 'Hélène Boisclair']
    const motions = await listAll({ voter: people[0], votes_of: [people[1]], from: '2026-06-01' })
    expect(motions.length).toBeGreaterThan(5)
    for (const { id, votes, recorded } of motions.slice(0, 10)) {
      const { metadata } = (await callTool(service, 'fetch', { id })).json
      const voteOf = (name: string) =>
        metadata.votes.find((vote: Json) => vote.person_name === name)?.vote_value ?? null
      expect(votes).toEqual(Object.fromEntries(people.map((name) => [name, voteOf(name)])))
      expect(recorded).toBe(metadata.tally.for === null ? 'some' : 'all')
    }
    const others = await listAll({ has_votes: false })
    expect(new Set(others.map(({ recorded }) => recorded))).toEqual(new Set(['none']))
  })
})
