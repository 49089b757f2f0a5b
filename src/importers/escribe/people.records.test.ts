import { beforeAll, describe, expect, it } from 'vitest'
import { type Collected, collectItems } from '../../../test/support/imports/collect-items.ts'
import { rawMinutes, rawRoster } from '../../../test/support/ottawa/raw.ts'
import { ottawaFolder } from '../../../test/support/ottawa/service.ts'
import { escribe } from './index.ts'

let ottawa: Collected
beforeAll(async () => {
  ottawa = await collectItems(escribe, ottawaFolder)
})

const personOf = (name: string) => {
  const people = ottawa.of('person').filter((person) => person.name === name)
  expect(people).toHaveLength(1)
  return people[0]
}

describe('the people of the Ottawa record', () => {
  it('are the 26 of the roster and the 18 others who attended', () => {
    const names = rawRoster.map((row) => row.full_name)
    const people = ottawa.of('person').map(({ name }) => name)
    expect(names).toHaveLength(26)
    expect(people.slice(0, 26)).toEqual(names)
    expect(people.slice(26).sort()).toEqual([
      'Adam E. Harvey',
      'Adam Smith',
      'Alison Crawford',
      'Brian Bourns',
      'Carolyn Quinn',
      'Christine Legault',
      'Cyril Rogers',
      'Dave Donaldson',
      'Debra Alves',
      'Habib Saikali',
      'Harvey A. Slack',
      'James Maddigan',
      'Kathy Fisher',
      'Ken Kember',
      'Mary-Rose Brown',
      'Michael Polowin',
      'Peter Henschel',
      'Salim Fakirani',
    ])
  })

  it('include Matthew Luloff once, however a file spells him', () => {
    const luloff = personOf('Matthew Luloff')
    expect(ottawa.of('person').filter(({ name }) => name.includes('Luloff'))).toHaveLength(1)
    expect(luloff).toMatchObject({
      given_name: 'Matthew',
      family_name: 'Luloff',
      other_names: [{ name: 'M. Luloff' }, { name: 'Matt Luloff' }],
      contact_details: [
        { type: 'voice', value: '613-580-2471' },
        { type: 'fax', value: '613-580-2511' },
        { type: 'email', value: 'matt.luloff@ottawa.ca' },
      ],
    })
    const written = (pattern: RegExp) =>
      ottawa
        .of('meeting')
        .flatMap(({ attendance }) => attendance ?? [])
        .filter(({ name }) => pattern.test(name))
    expect(written(/^Matt Luloff$/)).toHaveLength(13)
    expect(written(/^Matthew Luloff$/)).toHaveLength(3)
    expect(written(/Luloff/).every(({ person_key }) => person_key === luloff?.key)).toBe(true)
  })

  it('include both David Brown and Mary-Rose Brown', () => {
    expect(personOf('David Brown')?.key).not.toBe(personOf('Mary-Rose Brown')?.key)
    expect(personOf('Mary-Rose Brown')?.other_names).toEqual([])
    expect(personOf('David Brown')?.other_names).toEqual([{ name: 'D. Brown' }])
  })

  it('have given and family names only if a roster has them', () => {
    const others = ottawa.of('person').slice(26)
    expect(
      others.every((person) => person.given_name === null && person.family_name === null),
    ).toBe(true)
  })

  it('include every attendee, mover, seconder and voter', () => {
    const attendees = ottawa.of('meeting').flatMap(({ attendance }) => attendance ?? [])
    expect(attendees.filter(({ person_key }) => person_key == null)).toEqual([])
    for (const motion of ottawa.of('motion')) {
      expect(motion.mover_key == null, motion.key).toBe(motion.mover_name == null)
      expect(motion.seconder_key == null, motion.key).toBe(motion.seconder_name == null)
      expect(motion.votes?.filter(({ person_key }) => person_key == null)).toEqual([])
    }
  })

  it('include the attendee whom an initial form refers to, if no roster has one', () => {
    const movers = ottawa.of('motion').map(({ mover_name, mover_key }) => [mover_name, mover_key])
    expect(movers).toContainEqual(['A. E. Harvey', 'adam e. harvey'])
    expect(movers).toContainEqual(['B. Bourns', 'brian bourns'])
  })

  it('have as their source the minutes in which they first appear, or the portal', () => {
    expect(personOf('Cathy Curry')?.source_url).toMatch(/a4a0a08c.*PostMinutes/)
    expect(personOf('George Darouze')?.source_url).toBe('https://pub-ottawa.escribemeetings.com')
  })
})

describe('memberships', () => {
  it("are those of the roster in the council, with ward and role; George Darouze's has ended without a date", () => {
    const memberships = ottawa.of('membership')
    expect(memberships).toHaveLength(26)
    expect(new Set(memberships.map((membership) => membership.organization_key))).toEqual(
      new Set(['city council']),
    )
    const ended = memberships.filter((membership) => membership.ended === true)
    expect(ended.map((membership) => [membership.person_key, membership.end_date])).toEqual([
      ['george darouze', null],
    ])
    expect(
      memberships.find((membership) => membership.person_key === 'stephanie plante'),
    ).toMatchObject({
      role: 'Councillor',
      label: 'Ward 12 Rideau-Vanier',
      ended: false,
    })
    expect(memberships.find((membership) => membership.role === 'Mayor')?.label).toBeNull()
  })
})

describe('the chair', () => {
  const chairs = () => ottawa.of('meeting').filter(({ chair_key }) => chair_key != null)

  it('is the present attendee whom the minutes call Chair', () => {
    for (const { attendance, chair_key } of chairs()) {
      const named = attendance?.filter(({ role }) => role === 'Chair')
      expect(named?.map((row) => row.person_key)).toEqual([chair_key])
    }
    const raw = rawMinutes.filter(
      ({ present_attendees: names }) =>
        names.filter((name) => /(?<!vice[- ])chair/i.test(name)).length === 1,
    )
    expect(chairs()).toHaveLength(raw.length)
  })

  it('is null at City Council, whose minutes do not name one', () => {
    expect(chairs().some(({ type }) => type === 'City Council')).toBe(false)
  })

  it('has one spelling of its role', () => {
    const roles = ottawa
      .of('meeting')
      .flatMap(({ attendance }) => attendance?.map(({ role }) => role))
    expect(new Set(roles)).toEqual(new Set([null, 'Chair', 'Vice-Chair', 'Member', 'Ex Officio']))
  })
})

it('is read with warnings about exactly what is uncertain in the files', () => {
  const council =
    'meetings/2026-04-22_city_council_b8f046ed-1ad8-41a3-9c20-c177b0dde00a_postminutes.json'
  expect(
    ottawa.warnings.map(({ location, subject, reason }) => [
      location.slice(0, 24),
      subject,
      reason.slice(0, 60),
    ]),
  ).toEqual([
    [
      'meetings/2026-04-10_join',
      'Joint Finance and Corporate Services and Planning and Housing Committee 2026-04-10',
      'Mark Sutcliffe and Jeff Leiper are listed as Chair; no chair',
    ],
    [
      'meetings/2026-04-21_envi',
      'motion 1 of Environment and Climate Change Committee 2026-04-21, item 8.1',
      'text ends in "Councillors Carr, Kavanagh and King dissenting',
    ],
    [
      'meetings/2026-04-30_audi',
      'motion 1 of Audit Committee 2026-04-30, item 4.1',
      'text ends in "Carried with Councillors D. Brown and D. Hill ',
    ],
    [
      'meetings/2026-05-05_join',
      'Joint Finance and Corporate Services and Planning and Housing Committee 2026-05-05',
      'Mark Sutcliffe and Jeff Leiper are listed as Chair; no chair',
    ],
    [
      'meetings/2026-05-13_city',
      'motion 1 of City Council 2026-05-13, item 14.2',
      'dissents "Gower", "Kavanagh", "King on recommendations 2", "',
    ],
    [
      'meetings/2026-06-02_fina',
      'motion 1 of Finance and Corporate Services Committee 2026-06-02, item 4.3',
      'text ends in "Carried on a vote of 9 Yeas to 2 Nays with 2 D',
    ],
    ...[
      ['03-30_publ', 'have no text in the source: 30; first: motion 1 of Public Wo'],
      ['03-30_publ', 'end where a list should follow, which the source lacks: 106;'],
      ['05-19_envi', 'repeat the text of the motion before them: 1; first: motion '],
      ['03-30_publ', 'are of a kind that the source leaves open: 31; first: motion'],
    ].map(([location, reason]) => [`meetings/2026-${location}`, 'motions', reason]),
    ...[
      ['meetings/2026-04-22_city', 'ACS2026-CSS-GEN-003', '15.4'],
      ['meetings/2026-04-22_city', 'ACS2026-PDB-PSX-00110', '18.3.1'],
      ['meetings/2026-04-22_city', 'ACS2025-SI-HSI-0010', '22.1'],
      ['meetings/2026-05-07_agri', 'ACS2026-PDB-PS-0039', '5.1'],
      ['meetings/2026-05-12_otta', 'OPLB-2025-1014-10.4', '1'],
      ['meetings/2026-05-28_emer', 'ACS2026-EPS-OFS-0001', '5.1'],
      ['meetings/2026-06-02_otta', 'OPLB-2025-0513-10.2', '11.1'],
    ].map(([location, number, item]) => [
      location,
      `matter ${number}`,
      `is mentioned at item ${item} but has no agenda item; skipped because its title is unknown`.slice(
        0,
        60,
      ),
    ]),
  ])
  expect(ottawa.warnings[10]?.location).toBe(`${council}:934`)
})
