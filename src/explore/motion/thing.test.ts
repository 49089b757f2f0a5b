import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { textOf } from '../../../test/support/site/page-content.ts'
import { pastMeeting } from '../../../test/support/towns/past-meeting.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

const decided = (key: string, text: string, matter: object, more = {}) => [
  { kind: 'matter', key, title: `Harbour lights of pier ${key}.`, ...matter },
  {
    ...{ kind: 'motion', key: `v-${key}`, identifier: key, position: 1, meeting_key: 'm' },
    ...{ matter_key: key, motion_kind: 'motion', result: 'Carried', text },
    tally: { for: 9, against: 2, abstain: null, absent: null },
    ...more,
  },
]
const records = [
  { kind: 'organization', key: 'c', name: 'Island Council', classification: 'council' },
  pastMeeting('m', { organization_key: 'c', has_minutes: true }),
  pastMeeting('j', {
    title: 'Joint meeting of the Pier and Harbour Committees',
    organization_key: 'c',
  }),
  ...decided('11', 'That this item be approved', {}, { meeting_key: 'j' }),
  ...decided(
    '13',
    'That this item be approved. Two thirds of the full Council required.',
    {},
    { result: 'Defeated', tally: { for: 16, against: 6, abstain: null, absent: null } },
  ),
  ...decided('12', 'That two lamps be bought', {}, { result: 'Withdrawn' }),
  ...decided('1', 'That this Introduction be approved', {
    ...{ category: 'Introduction', classification: ['bill'] },
  }),
  ...decided('2', 'That this Resolution be approved', { category: 'Resolution' }),
  ...decided('3', 'That this application be disapproved', { category: 'Land Use Application' }),
  ...decided('4', 'That this item be approved', { category: 'Oversight' }),
  ...decided('5', 'That this item be approved', {}),
  ...decided('6', 'That this petition be received', { category: 'Pétition' }),
  ...decided('7', 'That this by-law be approved', { category: 'By-law' }, { result: 'Lost' }),
  ...decided('9', 'That this application be approved as amended', { category: 'Application' }),
  ...decided('10', 'That this resolution be disapproved', { category: 'Resolution' }),
  ...decided(
    '14',
    'That this application be approved with modifications',
    {},
    { summary: 'Approved by Committee with Modifications and Referred to Planning' },
  ),
  ...decided('8', 'That the bill be amended by deleting section 2', { category: 'Bill' }),
]

let service: Service
beforeAll(async () => {
  service = await startService({ source: sourceOf(records) })
})
afterAll(() => service.stop())

const lead = async (key: string, prefix = '') => {
  const path = `${prefix}/pemberley/motions/motion-${key}`
  const { body } = await service.call(path, { headers: { accept: 'text/html' } })
  return textOf(/<p class="lead">.*?<\/p>/s.exec(body)?.[0] ?? '')
}
const by = 'by Island Council on January 5, 2024, 9 to 2'

describe('the sentence of a motion', () => {
  it.each([
    ['1', `Bill approved ${by}`, 'Projet de loi approuvé'],
    ['2', `Resolution approved ${by}`, 'Résolution approuvée'],
    [
      '3',
      'Land use application disapproved by Island Council',
      'Demande d’aménagement désapprouvée',
    ],
    ['9', `Application approved as amended ${by}`, 'Demande approuvée avec modifications'],
    ['6', `Petition received ${by}`, 'Pétition reçue'],
    ['7', 'By-law lost in Island Council on January 5, 2024', 'Règlement municipal rejeté'],
  ])('names what was decided where the record says its kind: %s', async (key, english, french) => {
    expect(await lead(key)).toContain(english)
    expect(await lead(key, '/fr')).toContain(french)
  })

  it('names nothing where it does not, or where something else was decided', async () => {
    // A resolution that disapproves something is not itself disapproved.
    expect(await lead('10')).toMatch(/^Disapproved by/)
    for (const key of ['4', '5']) {
      expect(await lead(key), key).toMatch(/^Approved by/)
      expect(await lead(key, '/fr'), key).toMatch(/^Approuvée/)
    }
    expect(await lead('8')).not.toMatch(/Bill (?:approved|amended|carried)/)
  })

  it('says the same in what other sites embed', async () => {
    const { body } = await service.call('/embed/pemberley/motions/motion-1', {
      headers: { accept: 'text/html' },
    })
    expect(textOf(body)).toContain(`Bill approved ${by}`)
  })
})

it('names the joint meeting of several bodies, not the one that its record names', async () => {
  expect(await lead('11')).toMatch(
    /^Approved by the joint meeting of the Pier and Harbour Committees/,
  )
  expect(await lead('11', '/fr')).toContain('(joint meeting of the Pier and Harbour Committees')
})

it('says what a vote for it was where it was disapproved', async () => {
  expect(await lead('3')).toMatch(/\d for disapproving it, \d against/)
  expect(await lead('3', '/fr')).toMatch(/\d pour la désapprobation, \d contre/)
  expect(await lead('1')).not.toContain(' for ')
})

it('does not say that a body withdrew what its mover took back', async () => {
  expect(await lead('12')).toMatch(/^Withdrawn in Island Council/)
})

it('says that two thirds of the full membership were needed where those of the voters were reached', async () => {
  expect(await lead('13')).toContain('two thirds of the full membership were needed')
  expect(await lead('13', '/fr')).toContain('il fallait les deux tiers de l’effectif complet')
})

it('says to whom the source says that it was also referred', async () => {
  const bodyOf = async (key: string) =>
    (await service.call(`/pemberley/motions/motion-${key}`, { headers: { accept: 'text/html' } }))
      .body
  expect(await bodyOf('14')).toContain('It goes on: Referred to Planning</p>')
  expect(await bodyOf('9')).not.toContain('It goes on')
})
