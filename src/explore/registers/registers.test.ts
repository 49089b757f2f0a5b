import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { hrefsOf, textOf } from '../../../test/support/site/page-content.ts'
import { sourceOf, townRecords } from '../../../test/support/towns/town.ts'
import { registers } from './registers.ts'

let service: Service
let empty: Service
beforeAll(async () => {
  service = await startService()
  // No entry follows from these.
  const none = ['organization', 'person', 'membership', 'meeting']
  empty = await startService({
    source: sourceOf(
      townRecords()
        .filter(({ kind }) => none.includes(kind))
        .map((record) => ({ ...record, ...(record.kind === 'meeting' && { attendance: [] }) })),
    ),
  })
})
afterAll(async () => {
  await service.stop()
  await empty.stop()
})

const open = async (path: string, of = service) => {
  const { status, body } = await of.call(path, { headers: { accept: 'text/html' } })
  expect(status, path).toBe(200)
  return body
}

describe.each(registers)('the register of $name', ({ name }) => {
  it('says since when, from where, and whose register is official', async () => {
    const html = await open(`/pemberley/${name}`)
    const text = textOf(html)
    expect(text).toMatch(
      /\d+ (?:entr(?:y|ies)|meetings? with recorded attendance) since \w+ \d+, \d{4}, from pemberley\.example\./,
    )
    expect(text).toContain('The official register is the one of the clerk’s office.')
    expect(text).toContain('Nothing on this page is legal advice.')
    expect(textOf(await open(`/fr/pemberley/${name}`))).toContain('avis juridique')
  })

  it('has a table, a feed and an embed, and is listed', async () => {
    const hrefs = hrefsOf(await open(`/pemberley/${name}`))
    expect(hrefs.join()).toMatch(new RegExp(`/pemberley/${name}\\.csv\\?[^,]*for=spreadsheet`))
    expect(hrefs).toContain(`/pemberley/follow/${name}`)
    expect(await open(`/embed/pemberley/${name}`)).toContain(`href="/pemberley/${name}"`)
    expect(hrefsOf(await open('/pemberley/registers'))).toContain(`/pemberley/${name}`)
    expect(hrefsOf(await open('/pemberley'))).toContain('/pemberley/registers')
    const { body: sitemap } = await service.call('/pemberley/sitemap.xml')
    expect(sitemap).toContain(`/pemberley/${name}</loc>`)
    const feed = await service.call(`/feeds/pemberley/${name}.atom`)
    const ids = [...feed.body.matchAll(/<id>(.*?)<\/id>/g)].map(([, id]) => id)
    expect(ids.length).toBeGreaterThan(1)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('is linked from no page of a council without an entry', async () => {
    expect(hrefsOf(await open('/pemberley', empty))).not.toContain('/pemberley/registers')
    expect(hrefsOf(await open('/pemberley/registers', empty))).not.toContain(`/pemberley/${name}`)
    const { body: sitemap } = await empty.call('/pemberley/sitemap.xml')
    expect(sitemap).not.toContain('registers')
    expect((await open(`/pemberley/${name}`, empty)).includes('<table')).toBe(false)
  })
})

it('filters are those of the API', async () => {
  const text = textOf(await open('/pemberley/declarations?person=vera-ng'))
  expect(text).toContain('Owns a meadow beside the park.')
  expect(text).not.toContain('RPT-2024-020')
})
