import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { pastMeeting } from '../../../test/support/towns/past-meeting.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

const site = 'https://pemberley.example'
const minutes = { title: 'Minutes', type: 'minutes', url: `${site}/m` }
const records = [
  { kind: 'organization', key: 'portal', name: 'Of the portal', source_url: site },
  { kind: 'organization', key: 'own', name: 'Of its own page', source_url: `${site}/bodies/1` },
  pastMeeting('g', {
    has_minutes: true,
    minutes_url: minutes.url,
    documents: [
      { ...minutes, language: 'en' },
      { ...minutes, title: 'Procès-verbal', language: 'fr', url: `${site}/m/fr` },
    ],
  }),
  {
    ...{ kind: 'motion', key: 'v', meeting_key: 'g', position: 1, result: 'Carried' },
    ...{ matter_key: 'read', bylaw_keys: ['read', 'own'] },
  },
  { kind: 'matter', key: 'read', title: 'Read', identifier: 'read', source_url: minutes.url },
  { kind: 'matter', key: 'own', title: 'Own', identifier: 'own', source_url: `${site}/x` },
  { kind: 'bylaw', key: 'read', title: 'Read', bylaw_number: '1', source_url: minutes.url },
  { kind: 'bylaw', key: 'own', title: 'Own', bylaw_number: '2', source_url: `${site}/b` },
]

let service: Service
beforeAll(async () => {
  service = await startService({ source: sourceOf(records) })
})
afterAll(() => service.stop())

it.each([
  ['/matters/read', `${site}/m`, 'Minutes of Council, January 5, 2024'],
  ['/matters/own', `${site}/x`, 'Report on the council’s site'],
  ['/bylaws/by-law-1', `${site}/m`, 'Minutes of Council, January 5, 2024'],
  ['/bylaws/by-law-2', `${site}/b`, 'By-law on the council’s site'],
  ['/bodies/of-its-own-page', `${site}/bodies/1`, 'On the council’s site'],
  ['/bodies/of-the-portal', `${site}/`, 'pemberley.example'],
  ['/fr/matters/read', `${site}/m/fr`, 'Procès-verbal\u00a0: Conseil, le 5 janvier 2024'],
  ['/fr/bylaws/by-law-1', `${site}/m/fr`, 'Procès-verbal\u00a0: Conseil, le 5 janvier 2024'],
])('%s links to %s as what it opens: %s', async (path, url, text) => {
  const own = path.replace(/^(\/fr)?/, '$1/pemberley')
  const { body } = await service.call(own, { headers: { accept: 'text/html' } })
  const [card = ''] = /<aside class="facts-card">.*<\/aside>/s.exec(body) ?? []
  const links = [...card.matchAll(/<a href="(https:[^"]*)"[^>]*>([^<]*)<\/a>/g)]
  expect(links.map(([, ...link]) => link)).toEqual([[url, text]])
})
