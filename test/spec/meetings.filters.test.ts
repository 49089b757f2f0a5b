import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Service } from '../support/service/service.ts'
import { splitList } from '../support/service/split-list.ts'
import { walkList } from '../support/service/walk-lists.ts'
import { startTownWithEdges } from '../support/towns/town-with-edges.ts'

let service: Service
beforeAll(async () => {
  service = await startTownWithEdges()
})
afterAll(() => service.stop())

describe('4.2: meetings', () => {
  it('4.2, type: filter by meeting type', async () => {
    const { found, rest } = await splitList(service, 'meetings', { type: 'Public Hearing' })
    expect(found).toHaveLength(15)
    expect(new Set(found.map(({ type }) => type))).toEqual(new Set(['Public Hearing']))
    expect(rest.some(({ type }) => type === 'Public Hearing')).toBe(false)
  })

  it('4.2, date_from: meetings on or after this date', async () => {
    const { found, rest } = await splitList(service, 'meetings', { date_from: '2024-07-01' })
    expect(found.every(({ date }) => date >= '2024-07-01')).toBe(true)
    expect(found.some(({ date }) => date === '2024-07-01')).toBe(true)
    expect(rest.every(({ date }) => date < '2024-07-01')).toBe(true)
  })

  it('4.2, date_to: meetings on or before this date', async () => {
    const { found, rest } = await splitList(service, 'meetings', { date_to: '2024-07-01' })
    expect(found.every(({ date }) => date <= '2024-07-01')).toBe(true)
    expect(found.filter(({ date }) => date === '2024-07-01')).toHaveLength(2)
    expect(rest.every(({ date }) => date > '2024-07-01')).toBe(true)
  })

  it('4.2: date_from later than date_to gives an empty list', async () => {
    const query = { date_from: '2024-07-02', date_to: '2024-07-01' }
    expect((await splitList(service, 'meetings', query)).found).toEqual([])
  })

  it('4.2, has_transcript: filter by transcript availability', async () => {
    const { found, rest } = await splitList(service, 'meetings', { has_transcript: 'true' })
    expect(found).toHaveLength(15)
    expect(found.every((meeting) => meeting.has_transcript)).toBe(true)
    expect(rest.some((meeting) => meeting.has_transcript)).toBe(false)
    const without = await walkList(service, 'meetings?has_transcript=false')
    expect(without).toEqual(rest)
  })

  it('4.2, organization: organization slug', async () => {
    const { found, rest } = await splitList(service, 'meetings', {
      organization: 'parks-committee',
    })
    expect(new Set(found.map(({ organization }) => organization))).toEqual(
      new Set(['Parks Committee']),
    )
    expect(rest.some(({ organization }) => organization === 'Parks Committee')).toBe(false)
  })

  it('4.2: an organization is named by its slug, not by its name', async () => {
    expect(
      (await splitList(service, 'meetings', { organization: 'Parks Committee' })).found,
    ).toEqual([])
  })

  it('4.2: all filters together find what fits all of them', async () => {
    const query = {
      type: 'Regular Council',
      date_from: '2024-01-01',
      date_to: '2024-05-01',
      has_transcript: 'yes',
      organization: 'town-council',
    }
    const { found } = await splitList(service, 'meetings', query)
    expect(found.map(({ date }) => date)).toEqual([
      '2024-04-30',
      '2024-04-15',
      '2024-03-01',
      '2024-02-15',
      '2024-01-01',
    ])
  })
})
