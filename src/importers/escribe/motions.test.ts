import { describe, expect, it } from 'vitest'
import {
  item,
  minutes,
  minutesPath,
  motion,
  readPortal,
  withEntry,
  withMotion,
} from '../../../test/support/towns/escribe-portal.ts'

const present = { present_attendees: ['Ann Lee', 'Bo Park', 'Cy Fox'] }
const readItems = (items: unknown[]) =>
  readPortal({ ...withEntry({}), [minutesPath]: minutes(items, present) })
const readMotion = (changes: object) => readItems([item({ motions: [motion(changes)] })])

describe('the text of a motion', () => {
  it('loses a last line that names who dissented, which become votes against', async () => {
    for (const line of [
      'Carried with Councillor A. Lee dissenting.',
      'Councillor A. Lee dissenting',
    ]) {
      const { of, warnings } = await readMotion({
        post_motion_text: line,
        motion_result: 'Carried',
      })
      expect(of('motion')).toMatchObject([
        {
          text: 'That it be done.',
          result: 'Carried',
          votes: [{ name: 'A. Lee', person_key: 'ann lee', value: 'Against', reason: 'Dissent' }],
          tally: { for: null, against: null },
        },
      ])
      expect(warnings).toEqual([])
    }
  })

  it('gives every name of a list of dissents, each once', async () => {
    const { of } = await readMotion({
      motion_text: 'That it be done.\nLost with Councillors A. Lee, B. Park and Fox dissenting.',
      dissent_voters: ['Fox'],
    })
    const [{ result, votes } = {}] = of('motion')
    expect(result).toBe('Defeated')
    expect(votes?.map(({ person_key }) => person_key)).toEqual(['cy fox', 'ann lee', 'bo park'])
  })

  it.each(['Carried', 'LOST.'])('loses a last line %j, which is its outcome', async (line) => {
    const { of } = await readMotion({ post_motion_text: line })
    expect(of('motion')).toMatchObject([
      { text: 'That it be done.', result: line === 'Carried' ? 'Carried' : 'Defeated' },
    ])
  })

  it.each([
    'Carried with Councillor A. Lee dissenting on clause 2.',
    'Carried on a vote of 9 Yeas to 2 Nays.',
    'Carried with Councillors A. Lee and all of the north dissenting.',
    'Councillors Lee and Park dissenting on clauses 2 and 3.',
  ])('keeps the last line %j, with a warning', async (line) => {
    const { of, warnings } = await readMotion({ post_motion_text: line, motion_result: 'Carried' })
    expect(of('motion')).toMatchObject([{ text: `That it be done.\n${line}`, votes: [] }])
    expect(warnings.map(({ reason }) => reason)).toEqual([
      `text ends in "${line}", which was not read as its outcome`,
    ])
  })

  it('keeps an outcome that is not the printed one', async () => {
    const { of, warnings } = await readMotion({
      post_motion_text: 'Lost',
      motion_result: 'Carried',
    })
    expect(of('motion')).toMatchObject([{ text: 'That it be done.\nLost', result: 'Carried' }])
    expect(warnings).toHaveLength(1)
  })

  it('is the substitute, apart from the motion that it superseded', async () => {
    const { of } = await readMotion({
      motion_text:
        'That it be done.\nSuperseded\nMotion to substitute moved by Vice Chair Lee\nThat it wait.',
      motion_result: 'Carried',
    })
    expect(of('motion')).toMatchObject([
      {
        text: 'That it wait.',
        superseded_text: 'That it be done.',
        mover_key: 'ann lee',
        mover_name: 'Vice Chair Lee',
        motion_kind: null,
      },
    ])
  })

  it('is left whole if the superseded motion is unclear', async () => {
    const text = 'That it be done.\nSuperseded\nThat it wait.'
    const { of, warnings } = await readMotion({ motion_text: text, motion_result: 'Carried' })
    expect(of('motion')).toMatchObject([{ text, superseded_text: null }])
    expect(warnings.map(({ reason }) => reason)).toEqual([
      'text holds a superseded motion that could not be separated',
    ])
  })
})

describe('the kind of a motion', () => {
  const kindsAt = async (titles: string[], motions: object[]) => {
    const [own, ...above] = titles.toReversed()
    const inner = item({ title: own, motions: motions.map(motion) })
    const items = above.reduce((below, title) => item({ title, sub_agendas_items: [below] }), inner)
    return (await readItems([items])).of('motion').map(({ motion_kind }) => motion_kind)
  }
  const carried = { motion_result: 'Carried' }

  it.each([
    [['Reports'], [carried], ['motion']],
    [['Reports'], [{ ...carried, motion_text: 'A note of the clerk.' }], [null]],
    [['Confirmation of Minutes', 'Minutes 7'], [{ ...carried, motion_text: '' }], ['procedural']],
    [['Adjournment'], [carried], ['procedural']],
    [['Other'], [{ motion_text: 'That the Committee move in camera.' }], ['procedural']],
    [['Other'], [{ motion_text: 'That the Rules of Procedure be waived.' }], ['procedural']],
    [
      ['Other'],
      [{ motion_text: 'That the Rules of Procedure be waived to consider:\nWHEREAS it is late' }],
      ['motion'],
    ],
    [['Notices of Motion (for Consideration)', 'Bins'], [{}], ['notice']],
    [['Notices of Motion', 'Bins'], [carried], ['motion']],
    [
      ['Notices of Motion', 'Bins'],
      [{ motion_text: 'That the Rules of Procedure be waived.' }, {}],
      ['procedural', null],
    ],
    [['Inquiries', 'Rats'], [{ motion_text: 'Could staff say how many?' }], ['inquiry']],
    [['Inquiries', 'Rats'], [carried], ['motion']],
    [['Responses to Inquiries'], [{ motion_text: 'Could staff say how many?' }], [null]],
    [
      ['Reports'],
      [{ ...carried, motion_text: 'Report Recommendation(s)\nThat Council:' }, {}, {}],
      ['motion', null, null],
    ],
    [
      ['Reports'],
      [{ motion_result: 'Carried as amended' }, carried, { motion_result: 'Lost' }],
      [null, 'amendment', null],
    ],
    [
      ['Reports'],
      [{ motion_result: 'Carried as amended' }, { ...carried, motion_text: '' }],
      [null, null],
    ],
    [['Reports'], [{ motion_result: 'Carried as amended' }, carried, carried], [null, null, null]],
    [
      ['Reports'],
      [{ motion_text: 'BE IT RESOLVED that the draft Noise By-law be amended by a word.' }, {}],
      ['amendment', null],
    ],
  ])('under %j of %j is %j', async (titles, motions, expected) => {
    expect(await kindsAt(titles, motions)).toEqual(expected)
  })
})

describe('motions in the text of an item', () => {
  const numbered =
    'MOTION LIB 20260120/1\nMoved by Bo Park:\nThat it be received.\nResults: Received'

  it('are read with number, mover and result, after the motions of the item', async () => {
    const text = `The Chair spoke.\n${numbered}\n(Moved after item 2.)\nMOTION LIB 20260120/2\nWHEREAS a;\nRESOLVED b.\nResult: Received and Carried`
    const { of, warnings } = await readItems([item({ minutes: text, motions: [motion()] })])
    expect(of('motion')).toMatchObject([
      { position: 1, identifier: null },
      {
        key: expect.stringMatching(/:1:motion-2$/),
        position: 2,
        identifier: 'LIB 20260120/1',
        text: 'That it be received.',
        mover_key: 'bo park',
        mover_name: 'Bo Park',
        result: 'Received',
        votes: [],
        tally: null,
      },
      {
        identifier: 'LIB 20260120/2',
        text: 'WHEREAS a;\nRESOLVED b.',
        result: 'Received and Carried',
      },
    ])
    expect(warnings.filter(({ subject }) => subject !== 'motions')).toEqual([])
  })

  it('are not read a second time where the portal lists them', async () => {
    const listed = motion({ motion_number: 'LIB 20260120/1' })
    const { of } = await readItems([item({ minutes: numbered, motions: [listed] })])
    expect(of('motion')).toHaveLength(1)
  })

  it.each([
    'MOTION LIB 20260120/1\nThat it be received.',
    'MOTION LIB 20260120/1\nThat it be received.\nResults: Received\nResults: Carried',
    'MOTION LIB 20260120/1\nResults: Carried',
  ])('are reported where %j leaves their result or text open', async (text) => {
    const { of, warnings } = await readItems([item({ minutes: text })])
    expect(of('motion')).toEqual([])
    expect(warnings).toMatchObject([
      {
        subject: 'motion LIB 20260120/1 of Council 2026-01-20, item 1',
        reason: 'is in the text of the item without one result; skipped',
      },
    ])
  })

  it('leave the item its result, if that is all that its text says', async () => {
    const texts = ['Results: Carried', numbered, 'Results: Lost\nThe Chair spoke.']
    const { of } = await readItems(texts.map((text) => item({ minutes: text })))
    expect(of('agenda_item').map(({ result }) => result)).toEqual(['Carried', null, null])
  })

  it('need a line with a number of their own', async () => {
    const { of, warnings } = await readItems([
      item({ minutes: 'MOTION to adjourn\nResults: Carried' }),
    ])
    expect([of('motion'), warnings]).toEqual([[], []])
  })
})

describe('gaps in the motions of a source', () => {
  it('take one warning for each kind, with their number and the first', async () => {
    const list = motion({ motion_text: 'That Council:', motion_result: 'Carried' })
    const { warnings } = await readItems([
      item({ motions: [list, list] }),
      item({ title: 'Minutes', motions: [motion({ motion_text: '' })] }),
    ])
    const first = 'first: motion 1 of Council 2026-01-20, item 1'
    expect(warnings.map(({ subject, reason }) => `${subject} ${reason}`)).toEqual([
      'motions have no text in the source: 1; first: motion 1 of Council 2026-01-20, item 1',
      `motions end where a list should follow, which the source lacks: 2; ${first}`,
      'motions repeat the text of the motion before them: 1; first: motion 2 of Council 2026-01-20, item 1',
      `motions are of a kind that the source leaves open: 3; ${first}`,
    ])
    expect(warnings.every(({ location }) => /_postminutes\.json:\d+$/.test(location))).toBe(true)
  })

  it('give no warning if there are none', async () => {
    const { warnings } = await readPortal(withMotion({ motion_result: 'Carried' }))
    expect(warnings).toEqual([])
  })
})
