import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { addTown } from '../../../test/support/service/import-records.ts'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { hrefsOf, tablesOf, termsOf, textOf } from '../../../test/support/site/page-content.ts'
import { sourceOf, town } from '../../../test/support/towns/town.ts'
import { recordFailure } from '../../importers/load/report.ts'
import {
  noteFamilyDown,
  notePendingSource,
  noteSchedule,
  noteSourceFailure,
  noteSourceRead,
  noteSourceStart,
} from '../../store/sources.ts'

const daysOn = (days: number) => ({
  now: () => Date.UTC(2026, 6, 1 + days, 12),
  monotonic: () => 0,
})
/** The newest meeting of every council, and the later day of the copy that was imported. */
const [newest, copied] = ['2026-06-20', '2026-06-28']

async function serve(clock = daysOn(0)): Promise<Service> {
  const own = await startService({ clock })
  await own.writing.db.updateTable('municipalities').set({ as_of: copied }).execute()
  await own.writing.db.updateTable('meetings').set({ date: newest, status: 'completed' }).execute()
  return own
}

let service: Service
beforeAll(async () => {
  service = await serve()
})
afterAll(() => service.stop())

describe('/status', () => {
  it('has the last import of each council and its age, in each language', async () => {
    const { body, headers } = await service.call('/status')
    expect(headers.get('cache-control')).toBe('public, max-age=60')
    expect(tablesOf(body).Council?.[1]).toEqual([
      'Town of Pemberley',
      'June 20, 2026',
      'June 28, 2026',
      'July 1, 2026',
      'today',
      'Up to date',
    ])
    expect(textOf(body)).toContain('Town of Pemberley is up to date.')
    expect(hrefsOf((await service.call('/about')).body)).toContain('/status')
    const french = (await service.call('/fr/status')).body
    expect(tablesOf(french).Conseil?.[1]).toEqual([
      'Ville de Pemberley',
      '20 juin 2026',
      '28 juin 2026',
      '1er juillet 2026',
      'aujourd’hui',
      'À jour',
    ])
  })

  it.each([
    [7, '7 days', 'Up to date'],
    [8, '8 days', 'Late: no import in the last 7 days.'],
  ])('after %d days without an import says %s: %s', async (days, age, state) => {
    let now = daysOn(0).now()
    const clock = { now: () => now, monotonic: () => 0 }
    const own = await serve(clock)
    onTestFinished(() => own.stop())
    now = daysOn(days).now()
    const [, row] = tablesOf((await own.call('/status')).body).Council ?? []
    expect(row?.slice(4)).toEqual([age, state])
  })

  it('says that a council has nothing new, although imports succeed', async () => {
    const own = await startService({ clock: daysOn(0) })
    onTestFinished(() => own.stop())
    for (const [day, state, all] of [
      ['2026-03-03', 'Up to date', 'Town of Pemberley is up to date.'],
      [
        '2026-03-02',
        'Nothing new in the last 120 days, although imports succeed.',
        '1 council is late, has nothing new, or its import did not succeed.',
      ],
    ]) {
      await own.writing.db.updateTable('meetings').set({ date: day, status: 'completed' }).execute()
      const { body } = await own.call('/status')
      expect(tablesOf(body).Council?.[1]?.at(-1)).toBe(state)
      expect(textOf(body)).toContain(all)
    }
    expect((await own.call('/fr/status')).body).toContain('Rien de nouveau dans les 120')
  })

  it.each([
    [true, 'This service has no municipality yet.'],
    [false, 'Up to date'],
  ])('says why a first council could not be added, alone: %s', async (isAlone, also) => {
    const own = await serve()
    onTestFinished(() => own.stop())
    const location = 'https://portal.example'
    const error = 'portal.example did not respond'
    await own.writing.transaction(async (db) => {
      if (isAlone) await db.deleteFrom('municipalities').execute()
      const times = { checked_at: '2026-07-01T12:00:00.000Z', next_at: '2026-07-01T18:00:00.000Z' }
      await notePendingSource(db, { location, error, ...times })
    }, 'record')
    const text = textOf((await own.call('/status')).body)
    for (const part of [location, error, 'It is tried again at 2026-07-01 18:00 UTC.', also])
      expect(text).toContain(part)
    expect(text).not.toContain('Town of Pemberley is up to date.')
    expect(text).not.toContain('No council is on record yet.')
  })

  it('says which imports failed, and puts what is late first', async () => {
    const own = await serve()
    onTestFinished(() => own.stop())
    await addTown(own, [])
    const run = { source: sourceOf([]), startedAt: '2026-07-02T00:00:00.000Z', clock: daysOn(1) }
    const error = new Error('no response')
    await recordFailure(own.writing, town.slug, run, { result: 'failed', error })
    const { body } = await own.call('/status')
    const rows = tablesOf(body).Council?.slice(1) ?? []
    expect(rows.map(([name]) => name)).toEqual(['Town of Pemberley', 'Town of Lambton'])
    expect(rows[0]?.[5]).toBe('The import of July 2, 2026 failed.')
    expect(textOf(body)).toContain(
      '1 council is late, has nothing new, or its import did not succeed.',
    )
    expect(body).not.toContain('no response')
  })

  it('says that a remembered source cannot be read', async () => {
    const own = await serve()
    onTestFinished(() => own.stop())
    const { id } = await own.writing.db
      .selectFrom('municipalities')
      .select('id')
      .executeTakeFirstOrThrow()
    const source = { municipalityId: id, importer: 'escribe', location: 'https://portal.example' }
    const [startedAt, checkedAt] = ['2026-07-01T00:00:00.000Z', '2026-07-02T20:00:00.000Z']
    await noteSourceRead(own.writing.db, source, {
      startedAt,
      checkedAt: startedAt,
      since: null,
      records: 9,
    })
    expect((await own.call('/status')).body).toContain('Town of Pemberley is up to date.')
    await noteSourceFailure(own.writing.db, source, { checkedAt, error: 'no response' })
    const { body } = await own.call('/status')
    expect(tablesOf(body).Council?.[1]?.[5]).toBe('The import of July 2, 2026 failed.')
    const interrupted = { checkedAt, error: 'too long', result: 'interrupted' as const }
    await noteSourceFailure(own.writing.db, source, interrupted)
    const state = async (path: string) => {
      const [table] = Object.values(tablesOf((await own.call(path)).body))
      return table?.[1]?.[5]
    }
    expect(await state('/status')).toBe(
      'The import of July 2, 2026 was interrupted, because it took too long.',
    )
    expect(await state('/fr/status')).toMatch(/^L’importation du 2 juillet 2026 a été interrompue/)
  })

  it('has hosts that are down once, instead of a failure of each council', async () => {
    const own = await serve()
    onTestFinished(() => own.stop())
    await addTown(own, [])
    const { db } = own.writing
    const family = 'vendor.example'
    const towns = await db.selectFrom('municipalities').select(['id', 'slug']).execute()
    for (const { id, slug } of towns) {
      const location = `https://${slug}.vendor.example`
      const source = { municipalityId: id, importer: 'escribe', location }
      const times = { startedAt: '2026-07-01T00:00:00.000Z', checkedAt: '2026-07-01T00:00:00.000Z' }
      await noteSourceRead(db, source, { ...times, since: null, records: 9 })
      await noteSchedule(db, source, { family, intervalSeconds: 3600 })
      await noteSourceFailure(db, source, {
        checkedAt: times.checkedAt,
        error: 'responded with 503',
      })
    }
    expect(textOf((await own.call('/status')).body)).toContain('2 councils are late')
    const times = { since: '2026-07-01T10:00:00.000Z', retry_at: '2026-07-01T12:10:00.000Z' }
    await noteFamilyDown(db, { family, ...times, failures: 1, error: 'it responded with 503' })
    const { body } = await own.call('/status')
    const text = textOf(body)
    expect(text).toContain(
      'vendor.example is down since 2026-07-01 10:00 UTC. 2 sources wait for it; the next attempt is after 2026-07-01 12:10 UTC.it responded with 503',
    )
    expect(text.split('503')).toHaveLength(2)
    expect(text).not.toContain('councils are late')
    const rows = tablesOf(body).Council?.slice(1) ?? []
    expect(rows.map((row) => row[5])).toEqual(Array(2).fill('Waits for vendor.example.'))
    expect(textOf((await own.call('/fr/status')).body)).toContain(
      'vendor.example ne répond pas depuis 2026-07-01 10:00 UTC. 2 sources attendent;',
    )
  })

  it('says which source is late for its interval, and which is being read', async () => {
    const own = await serve()
    onTestFinished(() => own.stop())
    const { db } = own.writing
    const { id } = await db.selectFrom('municipalities').select('id').executeTakeFirstOrThrow()
    const source = { municipalityId: id, importer: 'escribe', location: 'https://portal.example' }
    const checkedAt = '2026-07-01T00:00:00.000Z'
    await noteSourceRead(db, source, { startedAt: checkedAt, checkedAt, since: null, records: 9 })
    const state = async () => tablesOf((await own.call('/status')).body).Council?.[1]?.[5]
    await noteSchedule(db, source, { family: 'portal.example', intervalSeconds: 6 * 3600 + 1 })
    expect(await state()).toBe('Up to date')
    await noteSchedule(db, source, { family: 'portal.example', intervalSeconds: 6 * 3600 })
    const late =
      'Late: a source was last read on June 30, 2026, longer ago than twice its interval.'
    expect(await state()).toBe(late)
    const reading = { municipalityId: id, sources: [source] }
    await noteSourceStart(db, reading, '2026-07-01T11:00:00.000Z')
    expect(await state()).toBe(`${late} It is being read, since 2026-07-01 11:00 UTC.`)
  })

  it('says how large the database is and which e-mails wait, without addresses', async () => {
    let now = daysOn(0).now()
    const own = await startService({
      clock: { now: () => now, monotonic: () => 0 },
      settings: { mailFrom: 'alerts@pemberley.example' },
    })
    onTestFinished(() => own.stop())
    const shown = async (path: string) => termsOf((await own.call(path)).body)
    expect(await shown('/status')).toMatchObject({
      Database: expect.stringMatching(/^\d[\d.,]*\u00a0[MG]iB/),
      'E-mail alerts':
        'Subscribers: 0 active, 0 unconfirmed, 0 stopped. E-mails: 0 waiting, 0 sent in the last 30 days.',
    })
    await own.writing.transaction(async (db) => {
      const created_at = new Date(now).toISOString()
      const { id } = await db
        .insertInto('alert_subscribers')
        .values({ address: 'reader@pemberley.example', created_at })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('alert_mails')
        .values({
          ...{ subscriber_id: id, message_id: 'first', content: '{}' },
          ...{ created_at, next_at: created_at },
        })
        .execute()
    })
    const waiting = 'E-mails: 1 waiting, 0 sent in the last 30 days.'
    now += 59_000
    expect((await shown('/status'))['E-mail alerts']).not.toContain(waiting)
    now += 1000
    expect((await shown('/status'))['E-mail alerts']).toMatch(new RegExp(`${waiting}$`))
    now += 24 * 60 * 60 * 1000
    const { body } = await own.call('/status')
    expect(termsOf(body)['E-mail alerts']).toContain('E-mails wait for more than a day.')
    expect(body).not.toContain('@pemberley.example')
    expect((await shown('/fr/status'))['Alertes par courriel']).toMatch(
      /1 en attente, .*Des courriels attendent depuis plus d’un jour\.$/,
    )
  })

  it('says that no e-mails are sent', async () => {
    expect(termsOf((await service.call('/status')).body)['E-mail alerts']).toBe('Off')
    expect(termsOf((await service.call('/fr/status')).body)).toMatchObject({
      'Base de données': expect.stringMatching(/[MG]io/),
      'Alertes par courriel': 'Désactivées',
    })
  })

  it('is read in four statements', async () => {
    service.statements.length = 0
    await service.call('/status')
    expect(service.statements).toHaveLength(4)
  })
})
