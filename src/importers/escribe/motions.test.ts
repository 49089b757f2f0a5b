import { describe, expect, it } from 'vitest'
import {
  item,
  minutes,
  minutesPath,
  motion,
  readPortal,
  withEntry,
} from '../../../test/support/towns/escribe-portal.ts'

const present = { present_attendees: ['Ann Lee', 'Bo Park', 'Cy Fox'] }
const readItems = (items: unknown[]) =>
  readPortal({ ...withEntry({}), [minutesPath]: minutes(items, present) })

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
