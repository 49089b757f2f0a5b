import { afterAll, beforeAll, expect, it } from 'vitest'
import { addTown } from '../../test/support/service/import-records.ts'
import { type Service, startService } from '../../test/support/service/service.ts'
import { hrefsOf, textOf } from '../../test/support/site/page-content.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
  await addTown(service, [])
})
afterAll(() => service.stop())

it.each([
  ['/pemberley/absent', 'Or see what is on record for Town of Pemberley.', '/pemberley'],
  ['/Pemberley', 'Or see what is on record for Town of Pemberley.', '/pemberley'],
  ['/pemberley/meeting', 'Did you mean /pemberley/meetings?', '/pemberley/meetings'],
  ['/pemberley/committees/x', 'Did you mean /pemberley/bodies?', '/pemberley/bodies'],
  [
    ...['/fr/pemberley/reunions', 'Cherchiez-vous /fr/pemberley/meetings?'],
    '/fr/pemberley/meetings',
  ] as const,
  ['/pemberly', 'Did you mean Town of Pemberley?', '/pemberley'],
  ['/lampton', 'Did you mean Town of Lambton?', '/lambton'],
  [
    '/fr/pemberley/absent',
    'Ou voyez ce qui est consigné\u00a0: Ville de Pemberley.',
    '/fr/pemberley',
  ],
  ['/fr/pemberly', 'Cherchiez-vous ce conseil\u00a0: Ville de Pemberley?', '/fr/pemberley'],
])('%s does not exist: %s', async (path, sentence, href) => {
  const { status, body } = await service.call(path, { headers: { accept: 'text/html' } })
  expect(status).toBe(404)
  expect(textOf(body)).toContain(sentence)
  expect(hrefsOf(body)).toContain(href)
})

it.each([
  ['/pemberley/absent', '/pemberley/search'],
  ['/fr/pemberley/absent', '/fr/pemberley/search'],
  ['/pemberly', '/search'],
  ['/absent', '/search'],
  ['/docs/absent', '/search'],
  ['/netherfield/motions', '/search'],
  ['/fr/netherfield/motions', '/fr/search'],
])('%s does not exist, and searches in %s', async (path, action) => {
  const { status, body } = await service.call(path, { headers: { accept: 'text/html' } })
  expect(status).toBe(404)
  expect(body).toContain(`<form class="filter" action="${action}" method="get">`)
})

it.each(['', '/fr'])('keeps the council in the header: "%s"', async (prefix) => {
  const { body } = await service.call(`${prefix}/pemberley/absent`, {
    headers: { accept: 'text/html' },
  })
  expect(body).toContain(`<a class="name" href="${prefix}/pemberley">`)
  const [header = '', page = ''] = body.split('<main')
  for (const part of [header, page])
    expect(hrefsOf(part)).toEqual(expect.arrayContaining([`${prefix}/pemberley/meetings`]))
  expect(body.match(/<search/g)).toHaveLength(1)
  expect(page).toContain('<search')
})

it.each([
  ['/pemberley/people/mary-crane', 'value="mary crane"', '/pemberley/people'],
  ['/fr/pemberley/motions/a-1', 'value="a 1"', '/fr/pemberley/motions'],
])('%s does not exist, and its words can be searched for', async (path, value, list) => {
  const { status, body } = await service.call(path, { headers: { accept: 'text/html' } })
  expect(status).toBe(404)
  expect(body.match(/<search/g)).toHaveLength(1)
  const [, page = ''] = body.split('<main')
  expect(page).toContain(value)
  expect(hrefsOf(page)).toContain(list)
})

it('suggests no council for other paths', async () => {
  for (const path of ['/absent', '/docs/absent', '/pem', '/x'.repeat(200)]) {
    const { body } = await service.call(path, { headers: { accept: 'text/html' } })
    expect(textOf(body)).toContain('There is no page at')
    expect(textOf(body)).not.toMatch(/Did you mean|on record/)
  }
})
