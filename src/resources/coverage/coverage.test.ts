import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { itemMarkup, meetingPage } from '../../../test/support/escribe/pages.ts'
import {
  between,
  live,
  type PortalResponses,
  servePortal,
} from '../../../test/support/escribe/server.ts'
import { newReeve } from '../../../test/support/process/reeve.ts'
import { addTown } from '../../../test/support/service/import-records.ts'
import { startService } from '../../../test/support/service/service.ts'
import { textOf } from '../../../test/support/site/page-content.ts'
import { entry } from '../../../test/support/towns/escribe-portal.ts'
import { town } from '../../../test/support/towns/town.ts'
import { notServedMax } from '../../core/not-served-max.ts'
import { load } from '../../importers/load/load.ts'
import { findTarget } from '../../importers/load/municipalities.ts'
import { listedTextMax } from '../../store/listings.ts'

const clock = { now: () => Date.UTC(2026, 1, 10, 12), monotonic: () => performance.now() }
const link = (name: string) => ({
  ...{ Title: `=${name}`, Type: 'PostMinutes', Format: 'HTML', LanguageId: 9 },
  Url: `Meeting.aspx?Id=${name}`,
})
const listed = (name: string, changes = {}) =>
  entry({ ID: name, Url: `Meeting?Id=${name}`, MeetingDocumentLink: [link(name)], ...changes })
const page = meetingPage(itemMarkup({ agenda_item_number: '1.', title: 'Ditch' }))

/** A service that reads a portal with these entries, which the test changes. */
async function follow(entries: ReturnType<typeof listed>[], pageOf: PortalResponses['page']) {
  const portal = await servePortal({
    calendar: (from, to) => between(entries)(from, to),
    page: pageOf,
  })
  const service = await startService({ clock })
  onTestFinished(() => service.stop())
  const name = `escribe:${new URL(portal.url).host}`
  const slug = 'lambton'
  await addTown(service, [])
  const read = async (since: string | null = null, acceptFewer = true) => {
    const target = await findTarget(service.writing, slug)
    if (target === undefined) throw new Error('no town')
    const source = await live.open(portal.url, { clock, since: async () => since })
    await load(service.writing, {
      target,
      source,
      prune: false,
      acceptFewer,
      dryRun: false,
      clock,
    })
    const { data } = (await service.call(`/api/v1/${slug}/coverage`, { key: service.key })).json
    const text = textOf((await service.call(`/${slug}/coverage`)).body)
    return { data, text, of: data.sources.find((one: { source: string }) => one.source === name) }
  }
  return { service, slug, read, url: portal.url }
}

it('lists item by item what a portal lists and is not served', async () => {
  const entries = [
    listed('here'),
    listed('gone'),
    listed('large'),
    listed('odd'),
    listed('off', { MeetingType: 'Office closed', MeetingName: 'Office closed' }),
  ]
  entries.push(listed('undated', { StartDate: '2026/01/20 19:00:00', MeetingName: ' ' }))
  const { service, slug, read, url } = await follow(entries, (path) => {
    if (path.endsWith('=gone')) return undefined
    if (path.endsWith('=large')) return ' '.repeat(17 * 1024 * 1024)
    return path.endsWith('=odd') ? '<p>Sorry, an error has occurred.</p>' : page
  })
  const { data, text, of } = await read()
  const { not_served: missing } = data
  expect(missing.map((one: { reason: string }) => one.reason).sort()).toEqual([
    ...['no_name_or_date', 'not_found', 'too_large', 'unreadable'],
  ])
  expect(missing).toContainEqual({
    ...{ kind: 'document', title: '=gone', date: '2026-01-20', reason: 'not_found' },
    address: `${url}/Meeting.aspx?Id=gone`,
  })
  expect(of).toMatchObject({ state: 'missing', not_served: missing.length })
  expect(text).toContain('5 of 6 listed meetings and 2 of 5 listed documents are here')
  expect(text).toContain('The portal links to it, and responds that it does not exist.')
  expect(text).not.toContain('Complete:')
  const french = textOf((await service.call(`/fr/${slug}/coverage`)).body)
  expect(french).toContain('5 réunions énumérées sur 6 et 2 documents énumérés sur 5')
  expect(french).toContain('Le portail y renvoie, mais répond que cela n’existe pas.')
  expect((await service.call(`/${slug}/coverage.csv`)).body).toContain(',=gone,')
  const { body } = await service.call(`/${slug}/coverage.csv?for=spreadsheet`)
  expect(body).toContain("'=gone")
  expect(body).not.toContain("'=here")
})

it('is complete only where the difference is empty, and never of a list without entries', async () => {
  const entries = [listed('here'), listed('hidden')]
  const { read, service, slug } = await follow(entries, () => page)
  const first = await read()
  expect(first.of).toMatchObject({ state: 'complete', not_served: 0, no_longer_listed: 0 })
  expect(first.data).toMatchObject({
    listed: { meetings: 2, documents: 2 },
    served: { meetings: 2, documents: 2 },
  })
  expect(first.text).toContain('Complete: nothing that it lists is missing.')

  // It hides a meeting, and moves the other.
  entries.splice(0, 2, listed('here', { Url: 'Elsewhere?Id=here' }))
  const second = await read()
  expect(second.of).toMatchObject({ state: 'complete', no_longer_listed: 1 })
  expect(second.text).toContain('that it no longer lists: 1.')

  // A read of the last months alone.
  const third = await read('2026-02-09')
  expect(third.of).toMatchObject({ state: 'complete', no_longer_listed: 1 })

  entries.splice(0)
  // Nothing is replaced by nothing, unless the operator accepts it.
  await expect(read(null, false)).rejects.toThrow()
  const last = await read()
  expect(last.of).toMatchObject({ state: 'empty', no_longer_listed: 2 })
  expect(last.text).toContain('it listed nothing')
  expect(last.text).not.toContain('Complete:')
  expect((await service.call(`/${slug}/coverage.csv`)).headers.get('reeve-rows')).toBe('0')
})

it('names the page of a meeting that cannot be read, and stays as it was if the import fails', async () => {
  const entries = [listed('here')]
  let response: ReturnType<PortalResponses['page']> = page
  const { read } = await follow(entries, () => response)
  expect((await read()).of.state).toBe('complete')
  response = '<p>Sorry, an error has occurred.</p>'
  const failing = await read()
  expect(failing.of).toMatchObject({ state: 'missing', not_served: 1 })
  expect(failing.data.not_served).toMatchObject([{ kind: 'document', reason: 'unreadable' }])
  response = (reply) => reply.writeHead(403).end()
  await expect(read()).rejects.toThrow('responded with 403')
  response = page
  entries.push(listed('later'))
  expect((await read()).of).toMatchObject({ state: 'complete', not_served: 0 })
})

it('says of a source without a list that nothing was compared', async () => {
  const service = await startService({ clock })
  onTestFinished(() => service.stop())
  const { data } = (await service.v1('coverage')).json
  expect(data).toEqual({
    ...{ listed: null, served: null, not_served: [] },
    sources: [{ source: 'town', state: 'not_compared', not_served: null, no_longer_listed: null }],
  })
  const text = textOf((await service.call(`/${town.slug}/coverage`)).body)
  expect(text).toContain('is not compared with what is here')
  expect(text).not.toContain('Complete:')
})

it('keeps a bounded number of things, and counts the rest', async () => {
  const documents = Array.from({ length: notServedMax + 7 }, (_, i) => link(`gone-${i}`))
  const long = 'x'.repeat(5000)
  const entries = [
    listed('here', {
      MeetingDocumentLink: documents.map((each, i) => ({
        ...each,
        Url: `ftp://x/${i}`,
        Title: long,
      })),
    }),
  ]
  const { read } = await follow(entries, () => page)
  const { data, of, text } = await read()
  expect(data.not_served).toHaveLength(notServedMax)
  expect(of.not_served).toBe(notServedMax + 7)
  expect(data.not_served[0].title).toHaveLength(listedTextMax)
  expect(text).toContain('And 907 more.')
})

it('has no words that were taken down, before and after the next read', async () => {
  const words = 'Zebedee Quux of 7 Mill Lane'
  const named = { ...link('gone'), Title: `Letter of ${words}` }
  const { read, service, slug } = await follow(
    [listed('gone', { MeetingDocumentLink: [named] })],
    () => undefined,
  )
  expect(JSON.stringify((await read()).data)).toContain(words)
  const reeve = newReeve()
  onTestFinished(() => reeve.remove())
  await writeFile(join(reeve.folder, 'passage'), words)
  const passage = ['--passage', join(reeve.folder, 'passage'), '--reason', 'On request.']
  const { status, stderr } = await reeve.call(
    ['takedown', 'add', '--municipality', slug, ...passage, '--even-if-absent'],
    { DATABASE_URL: service.databaseUrl },
  )
  expect(status, stderr).toBe(0)
  const surfaces = async () => {
    const page = await service.call(`/${slug}/coverage`)
    const csv = await service.call(`/${slug}/coverage.csv`)
    const api = await service.call(`/api/v1/${slug}/coverage`, { key: service.key })
    const rows = await service.writing.db.selectFrom('listings').selectAll().execute()
    return [page.body, csv.body, api.body, JSON.stringify(rows)].join('\n')
  }
  for (let reads = 0; reads < 2; reads += 1) {
    const all = await surfaces()
    expect(all).not.toMatch(/Zebedee|Quux/)
    expect(all).toContain('not_found')
    await read()
  }
})
