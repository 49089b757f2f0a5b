import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { hrefsOf, textOf } from '../../../test/support/site/page-content.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'
import { systemClock } from '../../core/clock.ts'
import { removeMunicipality } from '../../importers/load/municipalities.ts'
import { findSeats, replaceWards } from '../../importers/load/wards.ts'

const browser = { headers: { accept: 'text/html' } }
const square = (west: number) =>
  [west, 45, west + 1, 45, west + 1, 46, west, 46, west, 45].map((degrees) => degrees * 1e6)
const wards = [
  { name: '1', rings: [square(-76)], postalCodes: ['K1A', 'K1B'] },
  { name: 'Ward 2 Upper Mills', rings: [square(-75)], postalCodes: ['K1B'] },
]

let service: Service
let municipalityId: number
beforeAll(async () => {
  service = await startService()
  const found = await findSeats(service.writing.db, 'pemberley', systemClock)
  municipalityId = found?.id ?? 0
  expect(found?.seats).toEqual(['Ward 1'])
})
afterAll(() => service.stop())

const noticeIn = ({ body }: { body: string }) =>
  textOf(/<(\w+) class="notice">.*?<\/\1>/s.exec(body)?.[0] ?? '')
const open = (query = '', prefix = '') =>
  service.call(`${prefix}/pemberley/people${query}`, { ...browser })
const mapIn = (html: string) => /<figure class="ward-map">.*<\/figure>/s.exec(html)?.[0] ?? ''

describe('the wards of a council', () => {
  it('are not on pages before they are imported', async () => {
    expect((await open()).body).not.toContain('id="wards"')
    expect((await service.call('/pemberley', browser)).body).not.toContain('#wards')
  })

  it('are a map that leads to the member of each ward that has one', async () => {
    await replaceWards(service.writing, municipalityId, wards, systemClock)
    const { body } = await open()
    expect(hrefsOf(mapIn(body))).toEqual(['/pemberley/people/stephanie-roy'])
    expect(mapIn(body)).toContain('<title>Ward 1: Stéphanie Roy</title>')
    expect(mapIn(body)).toContain('<g><title>Ward 2 Upper Mills</title>')
    expect(hrefsOf((await open('', '/fr')).body)).toContain('/fr/pemberley/people/stephanie-roy')
    expect((await service.call('/pemberley', browser)).body).toContain('name="postal_code"')
    const { body: ofMember } = await service.call('/pemberley/people/stephanie-roy', browser)
    expect(ofMember).toMatch(
      /aria-label="Ward 1 on the map of the wards"><g class="found"><path [^>]*><\/path><text/,
    )
  })

  it.each(['?lat=45.5&lng=-75.5', '?postal_code=k1a+0b1', '?postal_code=K1A'])(
    'lead from a location to the only member who sits for it: %s',
    async (query) => {
      const { status, headers } = await open(query, '/fr')
      expect([status, headers.get('location')]).toEqual([303, '/fr/pemberley/people/stephanie-roy'])
    },
  )

  it('say if there are several at a location, no one, or no ward', async () => {
    const several = noticeIn(await open('?postal_code=K1B'))
    expect(several).toMatch(/The wards there:.*Ward 1 · Stéphanie Roy.*Ward 2 .*no one on record/s)
    const vacant = await open('?lat=45.5&lng=-74.5')
    expect(noticeIn(vacant)).toContain('Ward 2 Upper Mills · no one on record')
    expect(vacant.body).toContain('<circle')
    for (const query of ['?lat=0&lng=0', '?postal_code=X', '?postal_code=!'])
      expect(noticeIn(await open(query))).toContain('No ward of this council on record is there.')
    // A form without a script sends its empty fields.
    expect((await open('?member=&postal_code=')).body).not.toContain('class="notice"')
    expect(noticeIn(await open('?member=&postal_code=K1B'))).toContain('The wards there:')
  })

  it.each([
    ['on two councils', 'o-region', 'Ward 1'],
    ['for two wards', 'o-town', 'Ward 2'],
  ])('are not vacant if their member has seats %s', async (_, organization, label) => {
    const seat = { kind: 'membership', person_key: 'p', role: 'Councillor' }
    const body = { kind: 'organization', classification: 'council' }
    const records = [
      { kind: 'person', key: 'p', name: 'Ada Stone' },
      { ...body, key: 'o-town', name: 'Town Council' },
      ...(organization === 'o-town' ? [] : [{ ...body, key: organization, name: 'Region' }]),
      { ...seat, key: 'm-1', organization_key: 'o-town', label: 'Ward 1' },
      { ...seat, key: 'm-2', organization_key: organization, label },
    ]
    const held = await startService({ source: sourceOf(records) })
    onTestFinished(() => held.stop())
    const id = (await findSeats(held.writing.db, 'pemberley', systemClock))?.id ?? 0
    const third = { name: '3', rings: [square(-74)], postalCodes: ['K1B'] }
    await replaceWards(held.writing, id, [...wards.slice(0, 1), third], systemClock)
    const notice = noticeIn(await held.call('/pemberley/people?postal_code=K1B', browser))
    expect(notice).toContain('1 · Ada Stone')
    expect(notice).toContain('3 · no one on record')
  })

  it.each([
    '?lat=45',
    '?lng=-75',
    '?lat=91&lng=0',
    '?lat=x&lng=y',
    `?postal_code=${'K'.repeat(21)}`,
  ])('%s is a page with 400', async (query) => {
    expect((await open(query)).status).toBe(400)
  })

  it('are read in at most six statements', async () => {
    service.statements.length = 0
    await open('?lat=45.4&lng=-74.4')
    expect(service.statements.length).toBeLessThanOrEqual(6)
  })

  it('are replaced by a later import, and removed with the council', async () => {
    await replaceWards(service.writing, municipalityId, wards.slice(1), systemClock)
    expect(hrefsOf(mapIn((await open()).body))).toEqual([])
    await removeMunicipality(service.writing, municipalityId)
    expect(await service.writing.db.selectFrom('wards').selectAll().execute()).toEqual([])
  })
})
