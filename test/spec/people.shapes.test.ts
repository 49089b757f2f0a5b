import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectDetail } from '../support/service/expect.ts'
import { expectAll, type FieldChecks } from '../support/service/expect-fields.ts'
import { readDetails, readList } from '../support/service/read-lists.ts'
import type { Service } from '../support/service/service.ts'
import { startTownWithEdges } from '../support/towns/town-with-edges.ts'

let service: Service
beforeAll(async () => {
  service = await startTownWithEdges()
})
afterAll(() => service.stop())

const personItem: FieldChecks = {
  id: 'integer',
  url: 'string',
  updated_at: 'moment',
  role: 'string?',
  ward: 'string?',
  slug: 'string',
  name: 'string',
  is_current_councillor: 'boolean',
  party: 'string?',
  image_url: 'string?',
}

describe('2.4: person (list item)', () => {
  it('2.4: slug, name, is_current_councillor, party, image_url, id', async () => {
    expectAll(await readList(service, 'people'), personItem)
  })

  it('2.4: is_current_councillor: an open membership, today, in the council of the municipality', async () => {
    const people = await readList(service, 'people')
    const current = people.filter((person) => person.is_current_councillor)
    expect(current.map((person) => person.slug).sort()).toEqual([
      'lukasz-zak',
      'stephanie-roy',
      'vera-ng',
    ])
  })

  it('2.4: party is null, or that of the source', async () => {
    const people = await readList(service, 'people')
    expect(people.filter((person) => person.party !== null)).toMatchObject([
      { slug: 'vera-ng', party: 'Lake Alliance', image_url: 'https://pemberley.example/ng.jpg' },
    ])
  })
})

describe('2.5: person (detail)', () => {
  it('2.5: all list-item fields, plus memberships, voting_summary, attendance_summary, speaking_time', async () => {
    const all = await readDetails(service, 'people')
    expectAll(all, {
      ...personItem,
      email: 'string?',
      phone: 'string?',
      website: 'string?',
      other_names: 'array',
      memberships: 'array',
      voting_summary: 'object',
      attendance_summary: 'object',
      speaking_time: 'object',
    })
    expectAll(
      all.map((person) => person.attendance_summary),
      { meetings: 'integer', present: 'integer', absent: 'integer' },
    )
    expectAll(
      all.map((person) => person.speaking_time),
      { seconds: 'integer', meetings: 'integer' },
    )
  })

  it('2.5: memberships are objects with organization_name, organization_slug, role, label, start_date, end_date, ended', async () => {
    const all = (await readDetails(service, 'people')).flatMap((person) => person.memberships)
    expectAll(all, {
      organization_name: 'string',
      organization_slug: 'string',
      role: 'string?',
      label: 'string?',
      start_date: 'date?',
      end_date: 'date?',
      ended: 'boolean',
    })
    expect(all).toContainEqual({
      organization_name: 'Town Council',
      organization_slug: 'town-council',
      role: 'Mayor',
      label: null,
      start_date: '2022-11-01',
      end_date: null,
      ended: false,
    })
  })

  it('2.5: voting_summary has total_votes, votes_for, votes_against, abstentions: integers that add up', async () => {
    const all = (await readDetails(service, 'people')).map((person) => person.voting_summary)
    expectAll(all, {
      total_votes: 'integer',
      votes_for: 'integer',
      votes_against: 'integer',
      abstentions: 'integer',
    })
    for (const votes of all) {
      expect(votes.total_votes).toBe(votes.votes_for + votes.votes_against + votes.abstentions)
    }
    expect(all.some((votes) => votes.total_votes > 0)).toBe(true)
  })

  it('2.5: voting_summary, attendance and speaking time are the sums over motions and meetings', async () => {
    const person = expectDetail(await service.v1('people/vera-ng'))
    const motions = await readDetails(service, 'motions')
    const cast = motions
      .flatMap((motion) => motion.votes)
      .filter((vote) => vote.person_slug === 'vera-ng')
      .map((vote) => vote.vote_value)
    expect(person.voting_summary).toMatchObject({
      votes_for: cast.filter((value) => value === 'For').length,
      votes_against: cast.filter((value) => value === 'Against').length,
      abstentions: cast.filter((value) => value === 'Abstain').length,
    })
    const roy = expectDetail(await service.v1('people/stephanie-roy'))
    expect(roy.attendance_summary).toEqual({ meetings: 45, present: 23, absent: 22 })
    const spoken = Array.from({ length: 15 }, (_, n) => 60 + 3 * n).reduce((a, b) => a + b)
    expect(person.speaking_time).toEqual({ seconds: spoken, meetings: 15 })
  })
})
