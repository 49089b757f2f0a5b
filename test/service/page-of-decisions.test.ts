import type { ServerResponse } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../src/core/clock.ts'
import { load } from '../../src/importers/load/load.ts'
import { findTarget } from '../../src/importers/load/municipalities.ts'
import { mayoralDecisionsPage } from '../../src/importers/mayoral-decisions/page.ts'
import { startJsonServer } from '../support/http/json-server.ts'
import { importRecords } from '../support/service/import-records.ts'
import { readList } from '../support/service/read-lists.ts'
import { startService } from '../support/service/service.ts'
import { sourceOf, town } from '../support/towns/town.ts'

const page = (subject: string) => `<!doctype html><h1>Decisions</h1><table>
  <tr><th>No.</th><th>Date</th><th>Subject</th></tr>
  <tr><td>D-1</td><td>May 4, 2031</td><td><a href="files/1.pdf">${subject}</a></td></tr>
  <tr><td>D-2</td><td>May 6, 2031</td><td>Direction to staff: trails</td></tr>
</table>`

it('a page of decisions is imported again without a change, and links by-laws that come later', async () => {
  let subject = 'Veto of By-law 2031-7'
  const server = await startJsonServer(() => (response: ServerResponse) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(page(subject))
  })
  const service = await startService({
    source: sourceOf([{ kind: 'person', key: 'p', name: 'P' }]),
  })
  onTestFinished(() => service.stop())
  const target = await findTarget(service.writing, town.slug)
  if (target === undefined) throw new Error('the town is missing')
  const run = async () =>
    load(service.writing, {
      ...{ target, prune: false, dryRun: false, clock: systemClock },
      source: await mayoralDecisionsPage.open(`${server.url}/mayor`),
    })
  const read = () => readList(service, 'mayoral-decisions', 1)

  // A query may contain a key.
  const opened = await mayoralDecisionsPage.open(`${server.url}/mayor?key=abc`)
  expect(opened.url).toBe(`${server.url}/mayor?`)
  const first = await run()
  expect(first.kinds.mayoral_decisions).toMatchObject({ added: 2 })
  expect(first.warnings.map(({ reason }) => reason)).toEqual([
    expect.stringContaining('names by-law "2031-7", which the record does not have once'),
  ])
  expect((await run()).kinds.mayoral_decisions).toMatchObject({
    added: 0,
    changed: 0,
  })
  expect((await read()).at(-1)).toMatchObject({
    ...{ number: 'D-1', date: '2031-05-04', kind: 'veto', bylaw_slug: null },
    document_url: `${server.url}/files/1.pdf`,
  })

  await importRecords(service, [
    { kind: 'bylaw', key: 'b-7', bylaw_number: '2031-7', title: 'Fences' },
  ])
  expect((await read()).at(-1)?.bylaw_slug).toBe('by-law-2031-7')
  const { vetoed } = (await service.v1('bylaws/by-law-2031-7')).json.data
  expect(vetoed).toBe(true)

  subject = 'By-law 2031-7 is not vetoed'
  expect((await run()).kinds.mayoral_decisions).toMatchObject({ added: 0, changed: 1 })
  const { vetoed: still } = (await service.v1('bylaws/by-law-2031-7')).json.data
  expect(still).toBe(false)
})
