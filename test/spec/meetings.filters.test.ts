import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readList } from '../support/service/read-lists.ts'
import type { Service } from '../support/service/service.ts'
import { splitList } from '../support/service/split-list.ts'
import { startTownWithEdges } from '../support/towns/town-with-edges.ts'

let service: Service
beforeAll(async () => {
  service = await startTownWithEdges()
})
afterAll(() => service.stop())

describe('4.2: meetings', () => {
  it('4.2, type: filter by meeting type', async () => {
    const { matches, others } = await splitList(service, 'meetings', { type: 'Public Hearing' })
    expect(matches).toHaveLength(15)
    expect(new Set(matches.map(({ type }) => type))).toEqual(new Set(['Public Hearing']))
    expect(others.some(({ type }) => type === 'Public Hearing')).toBe(false)
  })

  it('4.2, date_from: meetings on or after this date', async () => {
    const { matches, others } = await splitList(service, 'meetings', { date_from: '2024-07-01' })
    expect(matches.every(({ date }) => date >= '2024-07-01')).toBe(true)
    expect(matches.some(({ date }) => date === '2024-07-01')).toBe(true)
    expect(others.every(({ date }) => date < '2024-07-01')).toBe(true)
  })

  it('4.2, date_to: meetings on or before this date', async () => {
    const { matches, others } = await splitList(service, 'meetings', { date_to: '2024-07-01' })
    expect(matches.every(({ date }) => date <= '2024-07-01')).toBe(true)
    expect(matches.filter(({ date }) => date === '2024-07-01')).toHaveLength(2)
    expect(others.every(({ date }) => date > '2024-07-01')).toBe(true)
  })

  it('4.2: date_from later than date_to returns an empty list', async () => {
    const query = { date_from: '2024-07-02', date_to: '2024-07-01' }
    expect((await splitList(service, 'meetings', query)).matches).toEqual([])
  })

  it('4.2, has_transcript: filter by transcript availability', async () => {
    const { matches, others } = await splitList(service, 'meetings', { has_transcript: 'true' })
    expect(matches).toHaveLength(15)
    expect(matches.every((meeting) => meeting.has_transcript)).toBe(true)
    expect(others.some((meeting) => meeting.has_transcript)).toBe(false)
    const without = await readList(service, 'meetings?has_transcript=false')
    expect(without).toEqual(others)
  })

  it('4.2, organization: organization slug', async () => {
    const { matches, others } = await splitList(service, 'meetings', {
      organization: 'parks-committee',
    })
    expect(new Set(matches.map(({ organization }) => organization))).toEqual(
      new Set(['Parks Committee']),
    )
    expect(others.some(({ organization }) => organization === 'Parks Committee')).toBe(false)
  })

  it('4.2: an organization is identified by its slug, not by its name', async () => {
    expect(
      (await splitList(service, 'meetings', { organization: 'Parks Committee' })).matches,
    ).toEqual([])
  })

  it('4.2: several filters return what matches all of them', async () => {
    const query = {
      type: 'Regular Council',
      date_from: '2024-01-01',
      date_to: '2024-05-01',
      has_transcript: 'yes',
      organization: 'town-council',
    }
    const { matches } = await splitList(service, 'meetings', query)
    expect(matches.map(({ date }) => date)).toEqual([
      '2024-04-30',
      '2024-04-15',
      '2024-03-01',
      '2024-02-15',
      '2024-01-01',
    ])
  })
})
