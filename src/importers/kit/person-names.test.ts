import { describe, expect, it } from 'vitest'
import { isLetters, joinedNames, looksLikeName } from './name-shape.ts'
import {
  foldName,
  isNamesake,
  matchesFullName,
  nameForm,
  parseWrittenName,
  shorterNames,
} from './person-names.ts'

describe('parseWrittenName', () => {
  it.each([
    ['Matt Luloff', 'Matt Luloff', null],
    ['Chair Matthew Luloff', 'Matthew Luloff', 'Chair'],
    ['Chair: Councillor Rawlson King', 'Rawlson King', 'Chair'],
    ['Chair:Rawlson King', 'Rawlson King', 'Chair'],
    ['Chair: Mayor Mark Sutcliffe', 'Mark Sutcliffe', 'Chair'],
    ['Vice-chair: Councillor Glen Gower', 'Glen Gower', 'Vice-Chair'],
    ['Vice Chair: Marty Carr', 'Marty Carr', 'Vice-Chair'],
    ['Vice-Chair Kathy Fisher', 'Kathy Fisher', 'Vice-Chair'],
    [' Councillor Steve Desroches', 'Steve Desroches', null],
    ['Ex Officio:  Councillor David Brown', 'David Brown', 'Ex Officio'],
    ['Member Brian Bourns', 'Brian Bourns', 'Member'],
    ['Cyril Rogers (Chair)', 'Cyril Rogers', 'Chair'],
    ['Deputy Mayor Laura Dudas', 'Laura Dudas', null],
    ['Chairman Mao', 'Mao', 'Chair'],
    ['Co-Chair Nadia Petit', 'Nadia Petit', 'Co-Chair'],
    ['Acting Chair: Nadia Petit', 'Nadia Petit', 'Acting Chair'],
    ['Chairmann Petit', 'Chairmann Petit', null],
    ['A. E. Harvey', 'A. E. Harvey', null],
    ['Présidente : Conseillère Nadia Petit', 'Nadia Petit', 'Chair'],
    ['Hugo Petit (vice-président)', 'Hugo Petit', 'Vice-Chair'],
    ['Hugo Petit (Acting Clerk)', 'Hugo Petit', 'Acting Clerk'],
  ])('reads %j as %j with the role %j', (written, name, role) => {
    expect(parseWrittenName(written)).toEqual({ name, role, note: null })
  })

  it.each([
    ...['Reeve', 'Deputy Reeve', 'Warden', 'Regional Chair', 'Alderman', 'Coun.', 'Cllr'],
    ...['Maire', 'Mairesse', 'Maire suppléant', 'Conseiller', 'Conseillère municipale', 'Préfète'],
    ...['Acting Mayor', 'County Councillor', 'Council Member', 'Councilwoman', 'Échevin', 'Mme'],
    ...['Mayor and Regional Councillor', 'Reeve/County Councillor', 'His Worship Mayor', 'Dr.'],
  ])('reads the name after %j', (office) => {
    expect(parseWrittenName(`${office} Kim Frost`)?.name).toBe('Kim Frost')
    expect(parseWrittenName(`Frost, ${office} Kim`)?.name).toBe('Kim Frost')
  })

  it.each([
    ['Frost, Kim', 'Kim Frost'],
    ['Reeve Frost, Kim', 'Kim Frost'],
    ['van der Frost, Kim A.', 'Kim A. van der Frost'],
    ['Kim Frost, Reeve', 'Kim Frost'],
    ['Kim Frost, Jr.', 'Kim Frost, Jr.'],
    ['Frost, Clerk', 'Frost, Clerk'],
    ['Frost, CAO', 'Frost, CAO'],
    ['Kim Reeve', 'Kim Reeve'],
    ['Reeve, Kim', 'Kim Reeve'],
    ['Reeve', 'Reeve'],
    ['M. Frost', 'M. Frost'],
  ])('reads %j as %j', (written, name) => expect(parseWrittenName(written)?.name).toBe(name))

  it.each([
    ['Kim Frost (via Zoom)', 'via Zoom'],
    ['Coun. Kim Frost (Arrived at 7:10 p.m.)', 'Arrived at 7:10 p.m.'],
    ['Kim Frost - par vidéoconférence', 'par vidéoconférence'],
    ['Kim Frost (à distance)', 'à distance'],
  ])('reads how %j attended', (written, note) => {
    expect(parseWrittenName(written)).toEqual({ name: 'Kim Frost', role: null, note })
  })

  it.each([
    ...['Kim Frost, CGA', 'Kim Frost, M.Sc., PMP', 'Kim Frost, arch.', 'Kim Frost LL.B.'],
    ...['Kim Frost, notaire', 'Kim Frost†', 'Kim Frost **', 'Kim Frost (District 2)'],
    ...[
      'Kim Frost – Quartier 7',
      'Kim Frost, Ward 3, CGA',
      'Ward 3 - Kim Frost',
      'Mme Kim Frost, MD',
    ],
  ])('reads the name in %j', (written) => {
    expect(parseWrittenName(written)).toEqual({ name: 'Kim Frost', role: null, note: null })
  })

  it.each([
    ['Kim Frost — departed 10:40 pm', 'Kim Frost', 'departed 10:40 pm'],
    ['Jan van der Frost joined at 6', 'Jan van der Frost', 'joined at 6'],
    ['Kim Frost, a quitté à 21 h', 'Kim Frost', 'a quitté à 21 h'],
  ])('reads remarks after the name in %j', (written, name, note) => {
    expect(parseWrittenName(written)).toMatchObject({ name, note })
  })

  it.each([
    ...['Jean-Paul Frost', 'Marie Ann McFrost', 'Kim Ann St.Clair', 'Jean FROST', 'J. R. Frost'],
    ...['Kim Frost III', 'FROST, KIM', 'Kim Frost OBE'],
  ])('leaves %j as it is', (written) => expect(parseWrittenName(written)?.name).toBe(written))

  it('finds no name in blank text', () => {
    expect([parseWrittenName(' \u00a0'), parseWrittenName(null)]).toEqual([null, null])
  })
})

describe('matchesFullName', () => {
  const can = (short: string, full: string, family: string | null = null) =>
    matchesFullName(nameForm(short), { folded: foldName(full), family })

  it.each([
    ['M. Luloff', 'Matt Luloff'],
    ['M Luloff', 'Matt Luloff'],
    ['Luloff', 'Matt Luloff'],
    ['MATT LULOFF', 'Matt Luloff'],
    ['S. Plante', 'Stéphanie Plante'],
    ['Stephanie Plante', 'Stéphanie Plante'],
    ['A. E. Harvey', 'Adam E. Harvey'],
    ['A. Harvey', 'Adam E. Harvey'],
    ['M.-R. Brown', 'Mary-Rose Brown'],
    ['J. van der Berg', 'Jan van der Berg'],
    ['D. O’Brien', "Dan O'Brien"],
  ])('%j can be %j', (short, full) => expect(can(short, full)).toBe(true))

  it.each([
    ['D. Brown', 'Mary-Rose Brown'],
    ['A. F. Harvey', 'Adam E. Harvey'],
    ['Matt Luloff', 'Matthew Luloff'],
    ['Low', 'Wilson Lo'],
    ['O', 'Wilson Lo'],
    ['M. Berg', 'Jan van der Bergh'],
  ])('%j cannot be %j', (short, full) => expect(can(short, full)).toBe(false))

  it('uses the family name of the roster', () => {
    expect(can('Berg', 'Jan van der Berg', 'van der berg')).toBe(false)
    expect(can('J. van der Berg', 'Jan van der Berg', 'van der berg')).toBe(true)
  })
})

it('considers two full names namesakes if family name and first initial are equal', () => {
  const matthew = { folded: 'matthew luloff', family: 'luloff' }
  expect(isNamesake('matt luloff', matthew)).toBe(true)
  expect(isNamesake('matthew luloff', matthew)).toBe(false)
  expect(isNamesake('anne luloff', matthew)).toBe(false)
  expect(isNamesake('portreeve matthew luloff', matthew)).toBe(true)
})

it.each([
  ...[
    'All',
    'The entire Board',
    'Unanimously',
    'Both',
    'No one else',
    '9 present',
    'see the minutes',
    'None Opposed',
    'Acting Mayor',
    'All Nine',
    'X',
  ],
  ...[
    'Tous les membres',
    'À l’unanimité',
    'Le Conseil',
    'everybody',
    'a show of hands',
    'On a vote',
  ],
])('is not a name: %j', (text) => expect(looksLikeName(text)).toBe(false))

it.each([
  'Robert All',
  'Otto Dix',
  'Kim See',
  'Frost',
  'Jan van der Frost',
  "Siméon d'Arc",
  'ᐃᓄᒃ ᐊᓐᓇ',
])('can be a name: %j', (text) => expect(looksLikeName(text)).toBe(true))

it('tells letters from family names', () => {
  expect(
    ['CGA', 'PhD', 'K.C.', 'MEng', 'LL.B.', 'ing.'].filter((word) => !isLetters(word)),
  ).toEqual([])
  expect(['McKay', 'LeRoy', 'Frost', 'X', '4'].filter(isLetters)).toEqual([])
})

it('puts a list together that was split at the commas of its names', () => {
  const names = ['Kim Frost', 'CGA', 'Ida Hall', 'Jr.', 'ROY']
  expect(joinedNames(names)).toEqual(['Kim Frost', 'Ida Hall, Jr.'])
  expect(joinedNames(['KIM FROST', 'ROY', 'Hall'])).toEqual(['KIM FROST', 'ROY', 'Hall'])
  expect(joinedNames(['Frost', 'K.', 'Hall', 'I', 'Roy'])).toEqual(['Frost, K.', 'Hall, I', 'Roy'])
})

it.each([
  ...['Rév. Lou Petit', "L'honorable Lou Petit", 'The Right Honourable Lou Petit', 'Dre Lou Petit'],
  ...['Mayor Pro Tem Lou Petit', 'Councillor-at-Large Lou Petit', 'Ward 6 Councillor Lou Petit'],
  ...['Councillor (Ward 6) Lou Petit', 'Lou Petit: Ward Six', 'Lou Petit/District 6'],
  ...['Lou Petit ✓', '• Lou Petit', '3. Lou Petit', '*Lou Petit', 'Lou Petit;', 'Lou Petit.'],
  ...['Lou Petit at 6:40 p.m.', 'Lou Petit 18:40', 'Lou Petit until 9 pm', 'Lou Petit in at 6:40'],
  ...[
    'Lou Petit; left at 8:05',
    'Lou Petit à 18 h 40',
    'Lou Petit par visio',
    'Lou Petit (from item 6)',
  ],
  ...['Lou Petit she/her', 'Lou Petit virtuelle'],
])('takes nothing around the name for a part of it: %j', (written) => {
  expect(parseWrittenName(written)?.name).toBe('Lou Petit')
})

it('knows a name with a nickname or a former family name in it', () => {
  for (const name of ['Lou (Lulu) Petit', 'Lou “Lulu” Petit', 'Lou Petit née Ng'])
    expect(shorterNames(name)).toContain('Lou Petit')
})
