import { expect, it, onTestFinished } from 'vitest'
import { itemMarkup, meetingPage } from '../../../test/support/escribe/pages.ts'
import { between, live, servePortal } from '../../../test/support/escribe/server.ts'
import { startService } from '../../../test/support/service/service.ts'
import { textOf } from '../../../test/support/site/page-content.ts'
import { entry } from '../../../test/support/towns/escribe-portal.ts'
import { town } from '../../../test/support/towns/town.ts'
import { load } from '../../importers/load/load.ts'
import { findTarget } from '../../importers/load/municipalities.ts'

const clock = { now: () => Date.UTC(2026, 1, 10, 12), monotonic: () => performance.now() }
const link = (name: string) => ({
  ...{ Title: `=${name}`, Type: 'PostMinutes', Format: 'HTML', LanguageId: 9 },
  Url: `Meeting.aspx?Id=${name}`,
})
const listed = (name: string, changes = {}) =>
  entry({ ID: name, Url: `Meeting?Id=${name}`, MeetingDocumentLink: [link(name)], ...changes })

it('lists item by item what a portal lists and is not served', async () => {
  const entries = [
    listed('here'),
    listed('gone'),
    listed('large'),
    listed('odd', { StartDate: 'x' }),
  ]
  const page = meetingPage(itemMarkup({ agenda_item_number: '1.', title: 'Ditch' }))
  const portal = await servePortal({
    calendar: (from, to) => [...between(entries)(from, to)],
    page: (path) => {
      if (path.endsWith('=gone')) return undefined
      return path.endsWith('=large') ? ' '.repeat(17 * 1024 * 1024) : page
    },
  })
  const service = await startService({ source: () => live.open(portal.url, { clock }) })
  onTestFinished(() => service.stop())
  const read = async () => {
    const target = await findTarget(service.writing, town.slug)
    if (target === undefined) throw new Error('no town')
    const source = await live.open(portal.url, { clock })
    await load(service.writing, { target, source, prune: false, dryRun: false, clock })
    return textOf((await service.call(`/${town.slug}/coverage`)).body)
  }
  const { body } = await service.call(`/${town.slug}/coverage.csv`)
  expect(body).toContain('not_found')
  expect(body).toContain('too_large')
  expect(body).toContain(',=gone,')
  expect(body).not.toContain('=here')
  const forSpreadsheet = await service.call(`/${town.slug}/coverage.csv?for=spreadsheet`)
  expect(forSpreadsheet.body).toContain("'=gone")
  const first = await read()
  expect(first).toContain('3 of 3 listed meetings and 1 of 3 listed documents are here')
  expect(first).not.toContain('Complete:')
  const french = textOf((await service.call(`/fr/${town.slug}/coverage`)).body)
  expect(french).toContain('3 réunions énumérées sur 3 et 1 documents énumérés sur 3')

  // It hides two meetings, and moves the third.
  entries.splice(1)
  entries[0] = listed('here', { Url: 'Elsewhere?Id=here' })
  const second = await read()
  expect(second).toContain('1 of 1 listed meetings')
  expect(second).toContain('Complete: nothing that it lists is missing.')
  expect(second).toContain('that it no longer lists: 2.')

  entries.splice(0)
  // Nothing is replaced by nothing.
  await expect(read()).rejects.toThrow()
})
