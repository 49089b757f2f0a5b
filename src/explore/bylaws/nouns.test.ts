import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { textOf } from '../../../test/support/site/page-content.ts'
import { pastMeeting } from '../../../test/support/towns/past-meeting.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

const law = (number: string, description: string | null, more = {}) => ({
  ...{ kind: 'bylaw', key: number, bylaw_number: number, year: 2031, category: 'Bill' },
  ...{ title: `Ferry docks ${number.length}`, description },
  ...more,
})
const seat = (key: string, name: string, role: string, label: string | null) => [
  { kind: 'person', key, name },
  {
    ...{ kind: 'membership', key: `s-${key}`, person_key: key, organization_key: 'c', role, label },
    start_date: '2020-01-01',
  },
]
const records = [
  { kind: 'organization', key: 'c', name: 'Island Council', classification: 'council' },
  law('2031/7', 'A Local Law to amend the charter, in relation to ferry docks'),
  law('88-31', 'AN ORDINANCE on ferry docks'),
  law('4417', null),
  ...seat('a', 'Noor Haddad', 'Council Member', 'District 12'),
  ...seat('b', 'Wen Ito', 'Council Member', 'District 2'),
  ...seat('p', 'Public Advocate Ines Okafor', 'Public Advocate', null),
  pastMeeting('m', { organization_key: 'c' }),
  {
    ...{ kind: 'motion', key: 'v', position: 1, meeting_key: 'm', result: 'Carried' },
    votes: [
      { name: 'Noor Haddad', person_key: 'a', value: 'For' },
      { name: 'Wen Ito', person_key: 'b', value: 'For' },
      { name: 'Public Advocate Ines Okafor', person_key: 'p', value: 'For' },
    ],
  },
]

let service: Service
beforeAll(async () => {
  service = await startService({ source: sourceOf(records) })
})
afterAll(() => service.stop())

const html = async (path: string) =>
  (await service.call(path, { headers: { accept: 'text/html' } })).body
const main = async (path: string) => textOf(/<main.*<\/main>/s.exec(await html(path))?.[0] ?? '')

describe('nouns of a record', () => {
  it.each([
    ['/pemberley', ['Local Law 2031/7', 'Ordinance 88-31', 'By-law 4417']],
    ['/fr/pemberley', ['Loi locale 2031/7', 'Ordonnance 88-31', 'Règlement municipal 4417']],
  ])('name by-laws as their own texts do: %s', async (council, names) => {
    const list = await main(`${council}/bylaws`)
    for (const [at, name] of names.entries()) {
      expect(list).toContain(`${name} · Ferry docks`)
      const page = await html(`${council}/bylaws/by-law-${['2031-7', '88-31', '4417'][at]}`)
      expect(/<title>.*?<\/title>/s.exec(page)?.[0]).toContain(name)
    }
    const found = await main(`${council}/search?q=local+law+7+of+2031`)
    expect(found).toContain(names[0])
  })

  it('name seats as their labels do', async () => {
    expect(await main('/pemberley/people')).toContain('MemberDistrictVotes cast')
    expect(await main('/pemberley')).toContain('Choose a district or a name')
    expect(await main('/fr/pemberley')).toContain('Choisir un district ou un nom')
    const slug = /motions\/([a-z0-9-]+)"/.exec(await html('/pemberley/motions'))?.[1]
    expect(await main(`/pemberley/motions/${slug}`)).toContain('by district')
  })

  it('say a seat once that is part of the name', async () => {
    const said = 'Public Advocate Ines Okafor'
    expect(await html('/pemberley')).toContain(`>${said}</option>`)
    expect(await main('/pemberley/people')).toContain(`${said}1`)
    expect(await html('/pemberley/people/public-advocate-ines-okafor')).not.toContain(
      'class="lead"',
    )
    expect(await main('/pemberley/bodies/island-council')).not.toContain(`${said}Public Advocate`)
    expect(await main('/pemberley')).toContain('District 12: Noor Haddad')
  })
})

describe('categories', () => {
  it('are omitted from a list if all records have the same one', async () => {
    const page = await html('/pemberley/bylaws')
    expect(page).not.toContain('name="category"')
    expect(textOf(page)).not.toContain('2031 · Bill')
    const filtered = await html('/pemberley/bylaws?category=Bill')
    expect(filtered).toContain('<option value="Bill" selected')
    const others = await startService({
      source: sourceOf([...records, law('9', null, { category: null })]),
    })
    const mixed = await (async () =>
      (await others.call('/pemberley/bylaws', { headers: { accept: 'text/html' } }))
        .body)().finally(() => others.stop())
    expect(mixed).toContain('name="category"')
    expect(textOf(mixed)).toContain('Bill')
  })
})
