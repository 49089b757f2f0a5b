import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectDetail } from '../../../test/support/service/expect.ts'
import { type Json, type Service, startService } from '../../../test/support/service/service.ts'
import { sourceOf, town } from '../../../test/support/towns/town.ts'
import { dateInZone } from '../../core/calendar-date.ts'

const date = dateInZone(Date.now(), town.timeZone)
const lastDay = new Date(Date.parse(date) + 2 * 86_400_000).toISOString().slice(0, 10)
const dayAfter = new Date(Date.parse(date) + 3 * 86_400_000).toISOString().slice(0, 10)
const meeting = (key: string, more = {}) => ({
  ...{ kind: 'meeting', key, title: `Sitting ${key}`, date, status: 'scheduled', ...more },
})

let service: Service
beforeAll(async () => {
  const source = sourceOf([
    meeting('open', { start_time: '18:00' }),
    meeting('repeated', { start_time: '18:00', end_time: '18:00' }),
    meeting('late', { start_time: '22:30', end_time: '00:15' }),
    meeting('days', { end_date: lastDay }),
    meeting('long', { start_time: '09:00', end_time: '16:00', end_date: lastDay }),
    meeting('moved', { status: 'postponed', status_note: 'Snow, see the notice' }),
  ])
  service = await startService({ source })
})
afterAll(() => service.stop())

const slugOf = (key: string) => `${date}-sitting-${key}`
const eventOf = async (key: string) => {
  const { body } = await service.call(`/feeds/${town.slug}/meetings.ics`)
  const unfolded = body.replaceAll('\r\n ', '')
  const events = unfolded.split('BEGIN:VEVENT').slice(1)
  return events.find((event) => event.includes(`/${slugOf(key)}\r\n`)) ?? ''
}
const endOf = async (key: string) => /^DTEND[^:]*:(.*)$/m.exec(await eventOf(key))?.[1]?.trim()
const detail = async (key: string) => expectDetail(await service.v1(`meetings/${slugOf(key)}`))
const ocdEnd = async (key: string) => {
  const { results } = (await service.ocd('events')).json
  return results.find((event: Json) => event.name === `Sitting ${key}`)?.end_date
}

const timeOf = (written: string) =>
  Date.parse(written.trim().replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'))

describe('the end of a meeting', () => {
  it.each(['open', 'repeated'])(
    '%s: is unknown, and a usual length in calendars, which say so',
    async (key) => {
      const [, start = ''] = /^DTSTART:(.*)$/m.exec(await eventOf(key)) ?? []
      expect(timeOf((await endOf(key)) ?? '') - timeOf(start)).toBe(2 * 3_600_000)
      expect(await eventOf(key)).toContain('The end is not recorded: 2 hours are entered')
      expect((await detail(key)).end_time).toBeNull()
      expect(await ocdEnd(key)).toBe('')
    },
  )

  it('before its start is on the next day', async () => {
    const [start = '', end = ''] = [
      /^DTSTART:(.*)$/m.exec(await eventOf('late'))?.[1]?.trim(),
      await endOf('late'),
    ]
    expect(end > start).toBe(true)
    expect(await eventOf('late')).not.toContain('usual length')
  })

  it('of several days is the day after the last one in calendars, and the last one elsewhere', async () => {
    expect(await endOf('days')).toBe(dayAfter.replaceAll('-', ''))
    expect(await detail('days')).toMatchObject({ end_date: lastDay, start_time: null })
    expect(await ocdEnd('days')).toBe(lastDay)
    const { body } = await service.call(`/${town.slug}/meetings/${slugOf('days')}`, {
      headers: { accept: 'text/html' },
    })
    expect(body).toContain(`"endDate":"${lastDay}"`)
    expect((await detail('long')).end_time).toMatch(`${lastDay}T16:00`)
  })

  it('comes with the note of a postponed one', async () => {
    expect(await eventOf('moved')).toMatch(/DESCRIPTION:Snow\\, see the notice/)
  })
})
