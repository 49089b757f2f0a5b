import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { collectItems, writeFolder } from '../../../../test/support/imports/collect-items.ts'
import { comparable } from '../../../../test/support/legistar/comparable.ts'
import {
  live,
  replaced,
  responsesOf,
  serveLegistar,
} from '../../../../test/support/legistar/live.ts'
import type { Row } from '../../../../test/support/legistar/odata.ts'
import type { Misbehaviour, RecordedRequest } from '../../../../test/support/legistar/server.ts'
import { largerTown } from '../../../../test/support/legistar/town.ts'

const town = () => responsesOf(largerTown(8))

const since = async () => '2024-06-10'
const old = '2024-01-10T00:00:00'
const stale: Row = {
  EventDate: old,
  EventLastModifiedUtc: old,
  EventAgendaLastPublishedUTC: old,
  EventMinutesLastPublishedUTC: null,
}

/** The town, in which only these events and matters changed after the beginning of 2024. */
async function changedTown(events: Record<number, Row>, matters: Record<number, Row>) {
  const responses = await town()
  const eventRows = (responses.list('Events') ?? []).map((row) => ({
    ...row,
    ...stale,
    ...events[row.EventId as number],
  }))
  const matterRows = (responses.list('Matters') ?? []).map(
    (row): Row => ({
      ...row,
      MatterLastModifiedUtc: old,
      ...matters[row.MatterId as number],
    }),
  )
  const details = Object.fromEntries(matterRows.map((row) => [`Matters/${row.MatterId}`, row]))
  return replaced(responses, { Events: eventRows, Matters: matterRows }, details)
}

describe('--since', () => {
  it('reads what changed since three days before, and matters whose own date need not change', async () => {
    const inWindow = '2024-06-07T00:00:00'
    const responses = await changedTown(
      {
        2001: { EventLastModifiedUtc: inWindow },
        2002: { EventDate: inWindow },
        2003: { EventAgendaLastPublishedUTC: inWindow },
        2004: { EventMinutesLastPublishedUTC: inWindow },
        2005: { EventLastModifiedUtc: '2024-06-06T23:59:59.997' },
      },
      { 1006: { MatterLastModifiedUtc: inWindow } },
    )
    const server = await serveLegistar(responses)
    const { of, errors } = await collectItems(live, server.base, { since })
    expect(errors).toEqual([])
    expect(of('meeting').map(({ key }) => key)).toEqual(['2001', '2002', '2003', '2004'])
    // Includes the matters of those meetings, whose own dates need not change.
    const matters = of('matter').map(({ key }) => key)
    expect(matters.sort()).toEqual(['1001', '1002', '1003', '1004', '1006'])
    expect(of('person').map(({ key }) => key)).toContain('7')
    expect(
      server.requests.filter((line) => /^(Events|Matters).(20(00|05|06)|100[578])/.test(line)),
    ).toEqual([])
  })

  it.each([true, false])('never emits a matter that is not public: %j', async (isIncremental) => {
    const restricted = { MatterRestrictViewViaWeb: true }
    const server = await serveLegistar(
      await changedTown({ 2002: { EventDate: '2024-06-10' } }, { 1002: restricted }),
    )
    const options = isIncremental ? { since } : {}
    const { of } = await collectItems(live, server.base, options)
    expect(of('agenda_item').some(({ matter_key: key }) => key === '1002')).toBe(true)
    expect(of('matter').some(({ key }) => key === '1002')).toBe(false)
    expect(server.requests.filter((line) => line.startsWith('Matters/1002/'))).toEqual([])
  })

  it('gives the same records as a complete import', async () => {
    const server = await serveLegistar(await changedTown({ 2002: { EventDate: '2024-06-10' } }, {}))
    const whole = comparable((await collectItems(live, server.base)).records)
    const subset = comparable((await collectItems(live, server.base, { since })).records)
    expect(subset.size).toBeLessThan(whole.size)
    expect(subset.get('motion 100002')).toMatchObject({ matter_key: '1002', votes: { length: 4 } })
    for (const [key, record] of subset) expect(record, key).toEqual(whole.get(key))
  })

  it('continues if a matter of a meeting is not public or was deleted', async () => {
    const responses = await changedTown({ 2002: { EventDate: '2024-06-10' } }, {})
    const hidden = replaced(responses, {}, { 'Matters/1002': undefined })
    const server = await serveLegistar(hidden)
    const { of, warnings } = await collectItems(live, server.base, { since })
    expect(of('matter')).toMatchObject([{ key: '1002', incomplete: true }])
    expect(of('motion').map(({ key }) => key)).toEqual(['100002'])
    expect(warnings).toEqual([
      { location: `${server.base}/Matters/1002`, subject: 'Matters', reason: expect.any(String) },
    ])
  })
})

describe('--resume', () => {
  it('requests only what the interrupted run did not get, and yields the same records', async () => {
    const folder = await writeFolder({})
    let fails = true
    const server = await serveLegistar(await town(), {
      misbehaviour: ({ path }: RecordedRequest): Misbehaviour | undefined =>
        fails && path === 'Events/2005/EventItems' ? { status: 500 } : undefined,
    })
    await expect(collectItems(live, server.base, { resume: folder })).rejects.toThrow('2005')
    const first = server.requests.splice(0)
    fails = false
    const { records, opened } = await collectItems(live, server.base, { resume: folder })
    const second = server.requests.splice(0)
    const whole = await collectItems(live, server.base)
    expect(comparable(records)).toEqual(comparable(whole.records))
    const all = new Set(server.requests)
    expect(second.length).toBeLessThan(all.size / 2)
    // Requests in flight when the run failed are not cached.
    expect(second.filter((line) => first.includes(line)).length).toBeLessThanOrEqual(8)
    expect(new Set([...first, ...second])).toEqual(all)
    await opened.finish?.()
    expect(await readdir(folder)).toEqual([])
  })

  it('requests cached responses again after a day', async () => {
    const folder = await writeFolder({})
    const server = await serveLegistar(await town())
    await collectItems(live, server.base, { resume: folder })
    const first = server.requests.splice(0)
    await collectItems(live, server.base, { resume: folder })
    expect(server.requests).toEqual([])
    const [below = ''] = await readdir(folder)
    const before = Date.now() / 1000 - 25 * 60 * 60
    for (const name of await readdir(join(folder, below)))
      await utimes(join(folder, below, name), before, before)
    await collectItems(live, server.base, { resume: folder })
    expect(server.requests.sort()).toEqual(first.sort())
  })

  it('requests damaged cached responses again', async () => {
    const folder = await writeFolder({})
    const server = await serveLegistar(await town())
    const whole = await collectItems(live, server.base, { resume: folder })
    const first = server.requests.splice(0)
    const [below = ''] = await readdir(folder)
    const names = await readdir(join(folder, below))
    const damages = [
      '',
      '{"value": [',
      'null',
      '{"absent": 403}',
      Buffer.from('{"value": "\xff"}', 'latin1'),
    ]
    for (const [index, name] of names.entries())
      await writeFile(join(folder, below, name), damages[index % damages.length] ?? '')
    const { records } = await collectItems(live, server.base, { resume: folder })
    expect(comparable(records)).toEqual(comparable(whole.records))
    expect(server.requests.sort()).toEqual(first.sort())
  })

  it('caches neither the token nor a 403 without it', async () => {
    const folder = await writeFolder({})
    const server = await serveLegistar(await town(), { token: 's3cret' })
    const asking = collectItems(live, server.base, { resume: folder })
    await expect(asking).rejects.toThrow(/responded with 403; .*LEGISTAR_TOKEN$/)
    const options = { resume: folder, legistarToken: 's3cret' }
    const { items } = await collectItems(live, server.base, options)
    expect(JSON.stringify(items)).not.toContain('s3cret')
    expect(items.length).toBeGreaterThan(50)
  })

  it('fails if the folder cannot be created', async () => {
    const folder = await writeFolder({ file: 'text' })
    await expect(
      live.open('http://127.0.0.1:9/v1/town', { resume: join(folder, 'file') }),
    ).rejects.toThrow(/cannot be used for --resume: (EEXIST|ENOTDIR)/)
  })
})
