import { describe, expect, it } from 'vitest'
import { mentionsIn } from './read-search.ts'

const nothing = {
  ...{
    words: [],
    body: [],
    numbers: [] as string[],
    isBylaw: false,
    title: [],
    ward: '',
    file: '',
    date: '',
  },
  question: null,
}

describe('what a query names', () => {
  it.each([
    [
      'Councillor  Théresa',
      { words: ['theresa'], body: ['councillor', 'theresa'], title: ['councillor', 'theresa'] },
    ],
    [
      '"Jean-Marc O’Neil"',
      {
        words: ['jean-marc', "o'neil"],
        ...{ body: ['jean', 'marc', 'o', 'neil'], title: ['jean', 'marc', 'o', 'neil'] },
      },
    ],
    ['By-law No. 2026-155', { numbers: [' 2026 155 '], isBylaw: true, file: 'by-law-no-2026-155' }],
    ['bylaw 7', { numbers: [' 7 '], isBylaw: true, file: 'bylaw-7' }],
    [
      'ACS2026-EPS-0002',
      {
        numbers: [' acs 2026 eps 2 '],
        file: 'acs2026-eps-0002',
        title: ['acs2026', 'eps', '0002'],
      },
    ],
    ['Report KTB2026-ROADS-0031', { numbers: [' ktb 2026 roads 31 '], file: 'ktb2026-roads-0031' }],
    ['rapport no 22-0815', { numbers: [' 22 815 '], file: '22-0815' }],
    [
      'Règlement no 2 750',
      { numbers: [' 2750 ', ' 2 750 '], isBylaw: true, file: 'reglement-no-2-750' },
    ],
    [
      'the by-law V.L.-19,400',
      { numbers: [' vl 19400 '], isBylaw: true, file: 'the-by-law-v-l-19-400' },
    ],
    ['2026-06-03', { numbers: [' 2026 6 3 '], file: '2026-06-03', date: '2026-06-03' }],
    ['June 3rd, 2026', { file: 'june-3rd-2026', date: '2026-06-03' }],
    ['3 Sept. 2026', { numbers: [' 3 sept 2026 '], file: '3-sept-2026', date: '2026-09-03' }],
    ['1er août 2026', { numbers: [' 1 er aout 2026 '], file: '1er-aout-2026', date: '2026-08-01' }],
    [
      '12 décembre 2026',
      { numbers: [' 12 decembre 2026 '], file: '12-decembre-2026', date: '2026-12-12' },
    ],
    ['le 22 avril 2026', { file: 'le-22-avril-2026', date: '2026-04-22' }],
    ['Council, April 22, 2026', { file: 'council-april-22-2026', date: '2026-04-22' }],
    [
      'Règlement municipal n° 7',
      { numbers: [' 7 '], isBylaw: true, file: 'reglement-municipal-n-7' },
    ],
    [
      'Local Law 97 of 2019',
      { numbers: [' 2019 97 '], isBylaw: true, file: 'local-law-97-of-2019' },
    ],
    ['local law 2019/097', { numbers: [' 2019 97 '], isBylaw: true, file: 'local-law-2019-097' }],
    ['Règlement 2026-155', { numbers: [' 2026 155 '], isBylaw: true, file: 'reglement-2026-155' }],
    [
      'June 31, 2026',
      { numbers: [' june 31 2026 '], file: 'june-31-2026', title: ['june', '31', '2026'] },
    ],
    ['Ward 13', { ward: '13', file: 'ward-13', title: ['ward', '13'] }],
    ['quartier no 07', { ward: '7', file: 'quartier-no-07', title: ['quartier', 'no', '07'] }],
    ['by-laws', { words: ['by-laws'] }],
    ['Tree By-law', { words: ['tree', 'by-law'], body: ['tree'], title: ['tree'] }],
    ['to', { words: ['to'] }],
    ['x', {}],
    ['', {}],
    ['** "" ~', {}],
    [
      'one two three four five',
      { body: 'one two three four five'.split(' '), title: 'one two three four five'.split(' ') },
    ],
  ])('%j', (q, mentions) => {
    expect(mentionsIn(q)).toEqual({ ...nothing, ...mentions })
  })
})

describe('a question for a meeting', () => {
  it.each([
    ['next meeting', 'next', false],
    ['Next council meeting', 'next', true],
    ['When is the next city council meeting?', 'next', true],
    ['upcoming meetings', 'next', false],
    ['last meeting of the council', 'last', true],
    ['prochaine réunion', 'next', false],
    ['Quand a lieu la prochaine séance du conseil municipal ?', 'next', true],
    ['les dernières réunions du conseil', 'last', true],
  ])('%j', (q, which, ofCouncil) => {
    expect(mentionsIn(q).question).toEqual({ which, ofCouncil })
  })

  it.each(['meeting', 'next meeting on parking', 'council meeting minutes', 'réunion de parc'])(
    '%j is none',
    (q) => {
      expect(mentionsIn(q).question).toBeNull()
    },
  )
})
