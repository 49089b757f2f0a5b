import { beforeAll, describe, expect, it } from 'vitest'
import { type Collected, collectItems } from '../../../test/support/imports/collect-items.ts'
import {
  boardResults,
  gluedDissents,
  itemsOf,
  rawMinutes,
} from '../../../test/support/ottawa/raw.ts'
import { ottawaFolder } from '../../../test/support/ottawa/service.ts'
import { escribe } from './index.ts'

// The expected counts come from the raw files, without the code of the source.

const rawItems = rawMinutes.flatMap(itemsOf)
const rawMotions = rawItems.flatMap(({ item }) => item.motions)

let ottawa: Collected
beforeAll(async () => {
  ottawa = await collectItems(escribe, ottawaFolder)
})

describe('motions', () => {
  const inText = (motion: { identifier?: string | null }) => /^OPL /.test(motion.identifier ?? '')

  it('are 348: 318 with text, 314 with a result, 100 with a mover, 66 with a seconder, 90 numbered', () => {
    const motions = ottawa.of('motion').filter((motion) => !inText(motion))
    const raw = (field: 'motion_text' | 'motion_result' | 'motion_moved_by') =>
      rawMotions.filter((motion) => motion[field] !== '').length
    expect([rawMotions.length, motions.length]).toEqual([348, 348])
    expect([raw('motion_text'), motions.filter(({ text }) => text != null).length]).toEqual([
      318, 318,
    ])
    expect([raw('motion_result'), motions.filter(({ result }) => result != null).length]).toEqual([
      314, 314,
    ])
    const substituted = motions.filter((each) => each.superseded_text != null)
    expect(substituted.map(({ mover_name }) => mover_name)).toEqual([
      'Vice Chair Carr',
      'Vice Chair Carr',
    ])
    expect([
      raw('motion_moved_by'),
      motions.filter((motion) => motion.mover_name != null).length,
    ]).toEqual([100, 102])
    expect(motions.filter(({ seconder_name }) => seconder_name != null)).toHaveLength(66)
    expect(motions.filter(({ identifier }) => identifier != null)).toHaveLength(90)
  })

  it('are 23 more of the library board, numbered in the text of its items, each with a result', () => {
    const board = ottawa.of('motion').filter(inText)
    expect(boardResults).toHaveLength(23)
    expect(board.map(({ result }) => result)).toEqual(boardResults)
    expect(board.filter(({ text }) => text?.includes('MOTION OPL') || !text)).toEqual([])
    expect(board.flatMap(({ mover_name }) => mover_name ?? [])).toEqual([
      'Vice-Chair Kathy Fisher',
      'Jessica Bradley',
    ])
  })

  it('are of a kind: 22 notices and 5 inquiries among them; 31 are unclear', () => {
    const counts: Record<string, number> = {}
    for (const { motion_kind: kind } of ottawa.of('motion'))
      counts[kind ?? ''] = (counts[kind ?? ''] ?? 0) + 1
    expect(counts).toEqual({
      '': 31,
      amendment: 12,
      inquiry: 5,
      motion: 244,
      notice: 22,
      procedural: 57,
    })
  })

  it('are separate from the two motions of the police board that they superseded', () => {
    const superseding = ottawa.of('motion').filter(({ superseded_text }) => superseded_text)
    const raw = rawMotions.filter(({ motion_text }) => motion_text.includes('Superseded'))
    expect(raw).toHaveLength(2)
    expect(superseding.map(({ superseded_text }) => superseded_text?.slice(-60))).toEqual([
      expect.stringMatching(/\$20 million to capital project 911541 \(PDC\) in 2026\.$/),
      expect.stringMatching(/the AI era bundle of capabilities\.$/),
    ])
    for (const { text } of superseding) expect(text).not.toMatch(/Superseded|substitute/)
  })

  it('have the result Carried, Defeated or Withdrawn if the portal does, and its own words otherwise', () => {
    const counts: Record<string, number> = {}
    for (const { result, ...motion } of ottawa.of('motion')) {
      if (inText(motion)) continue
      counts[result ?? ''] = (counts[result ?? ''] ?? 0) + 1
    }
    expect(counts).toEqual({
      '': 34,
      Carried: 235,
      'Carried as amended': 18,
      Defeated: 9,
      Received: 50,
      Withdrawn: 2,
    })
  })

  it('have the 15 roll calls of 236 votes, each equal to its printed counts', () => {
    const rawCalls = rawMotions.filter((motion) => motion.motion_votes.for !== undefined)
    expect(rawCalls).toHaveLength(15)
    const calls = ottawa.of('motion').filter((motion) => motion.tally?.for != null)
    expect(calls).toHaveLength(15)
    expect(calls.flatMap(({ votes }) => votes ?? [])).toHaveLength(236)
    for (const { tally, votes } of calls) {
      const count = (value: string) => votes?.filter((vote) => vote.value === value).length
      expect([count('For'), count('Against')]).toEqual([tally?.for, tally?.against])
    }
  })

  it('have named dissents as votes against, but no tally counted from them', () => {
    const dissents = ottawa
      .of('motion')
      .filter(({ votes }) => votes?.some(({ reason }) => reason === 'Dissent'))
    const whole = rawMotions.filter(
      ({ dissent_voters }) => dissent_voters.length > 0 && !dissent_voters.includes('3'),
    )
    expect(gluedDissents).toEqual(['Councillor S. Menard', 'Councillor S. Menard'])
    expect(dissents.map(({ votes }) => votes?.map(({ name }) => name))).toEqual([
      ...whole.map(({ dissent_voters }) => dissent_voters),
      ...gluedDissents.map((name) => [name.replace('Councillor ', '')]),
    ])
    expect(dissents.flatMap(({ votes }) => votes ?? [])).toHaveLength(9 + 2)
    expect(dissents.some(({ text }) => text?.includes('dissenting'))).toBe(false)
    for (const { tally, votes } of dissents) {
      expect(votes?.every(({ value }) => value === 'Against')).toBe(true)
      expect(tally).toEqual({ for: null, against: null, abstain: null, absent: null })
    }
  })
})

describe('matters', () => {
  const numbers = new Set(JSON.stringify(rawMinutes).match(/ACS\d{4}-[A-Z]+-[A-Z]+-\d+/g))

  it('are the 128 City reports with an agenda item; 5 of the 133 are only mentioned', () => {
    expect(numbers.size).toBe(133)
    const carried = new Set(
      rawItems.flatMap(
        ({ item }) => item.description.match(/ACS\d{4}-[A-Z]+-[A-Z]+-\d+/)?.[0] ?? [],
      ),
    )
    const matters = ottawa.of('matter').map(({ key }) => key)
    expect(matters.filter((key) => key.startsWith('ACS')).sort()).toEqual([...carried].sort())
    expect(carried.size).toBe(128)
    const mentioned = [...numbers].filter((number) => !carried.has(number)).sort()
    expect(mentioned).toEqual([
      'ACS2025-SI-HSI-0010',
      'ACS2026-CSS-GEN-003',
      'ACS2026-EPS-OFS-0001',
      'ACS2026-PDB-PS-0039',
      'ACS2026-PDB-PSX-00110',
    ])
  })

  it("include the 11 reports with the library board's own numbers", () => {
    const board = rawItems.flatMap(
      ({ item }) => /^File Number: (OPLB\S+)/.exec(item.description)?.[1] ?? [],
    )
    const matters = ottawa.of('matter').map(({ key }) => key)
    expect(matters.filter((key) => key.startsWith('OPLB'))).toEqual(board)
    expect(board).toHaveLength(11)
    expect(matters).toHaveLength(139)
  })

  it('have the title of the earliest item with their number', () => {
    const matter = ottawa.of('matter').find(({ key }) => key === 'ACS2026-PMFS-PWD-0001')
    expect(matter?.title).toBe('Bytown 200 Celebrations – Tree Planting Feasibility')
    const carriers = ottawa.of('agenda_item').filter(({ matter_key }) => matter_key === matter?.key)
    expect(carriers).toHaveLength(2)
  })
})

describe('by-laws', () => {
  it('are the 99 that three motions list and the 3 that confirm a meeting, all passed', () => {
    const lists = rawMotions.filter(({ motion_text }) =>
      motion_text.includes('Three Readings, be read'),
    )
    const listed = lists.flatMap(
      ({ motion_text }) => motion_text.match(/\d{4}-\d{3}(?=[\s\u00a0]+A [Bb]y-?law)/g) ?? [],
    )
    const bylaws = ottawa.of('bylaw')
    expect(bylaws.flatMap(({ bylaw_number }) => bylaw_number ?? [])).toEqual(
      expect.arrayContaining(listed),
    )
    expect(listed).toHaveLength(99)
    expect(bylaws).toHaveLength(102)
    expect(bylaws.every(({ status }) => status === 'Passed')).toBe(true)
    const confirming = bylaws.filter(({ bylaw_number }) => bylaw_number === null)
    expect(confirming.map(({ description }) => description)).toEqual([
      'To confirm the proceedings of the Council meeting of April 22, 2026.',
      'To confirm the proceedings of the Council meeting of May 13, 2026.',
      'To confirm the proceedings of the Council meeting of May 27, 2026.',
    ])
    expect(confirming.map(({ title }) => title)).toEqual([
      'Confirmation By-law, 2026-04-22',
      'Confirmation By-law, 2026-05-13',
      'Confirmation By-law, 2026-05-27',
    ])
  })

  it('are each passed by one motion of one item, and by no other', () => {
    const passing = ottawa.of('motion').filter(({ bylaw_keys: keys }) => keys?.length)
    expect(passing.map(({ identifier, result }) => [identifier, result])).toEqual([
      ['2026-78-23', 'Carried'],
      ['2026-78-24', 'Carried'],
      ['2026-79-11', 'Carried'],
      ['2026-79-12', 'Carried'],
      ['2026-80-11', 'Carried'],
      ['2026-80-12', 'Carried'],
    ])
    const keys = passing.flatMap(({ bylaw_keys }) => bylaw_keys ?? [])
    expect(keys.sort()).toEqual(
      ottawa
        .of('bylaw')
        .map(({ key }) => key)
        .sort(),
    )
    const items = ottawa.of('agenda_item').filter(({ bylaw_keys }) => bylaw_keys?.length)
    expect(items.map(({ key, bylaw_keys }) => [key, bylaw_keys])).toEqual(
      passing.map(({ agenda_item_key, bylaw_keys }) => [agenda_item_key, bylaw_keys]),
    )
  })

  it('have only their own title, and do not include the older by-laws that it names', () => {
    const bylaws = ottawa.of('bylaw')
    const titles = bylaws
      .filter(({ bylaw_number }) => bylaw_number !== null)
      .map(({ title }) => title)
    expect(titles.every((title) => /^A [Bb]y-?law /.test(title))).toBe(true)
    expect(titles.every((title) => title.match(/A [Bb]y-?law of/g)?.length === 1)).toBe(true)
    expect(bylaws.some(({ bylaw_number }) => bylaw_number === '2021-183')).toBe(false)
    expect(bylaws.find(({ key }) => key === '2026-199')).toMatchObject({ year: 2026 })
    expect(bylaws.find(({ key }) => key === '2026-199')?.title).toMatch(/by-law 2025-145\.$/)
  })
})
