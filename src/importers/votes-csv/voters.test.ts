import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { collectItems, writeFolder } from '../../../test/support/imports/collect-items.ts'
import { votesCsv } from './index.ts'
import type { Mapping } from './schema.ts'

const read = async (mapping: Mapping, ...rows: (readonly string[])[]) => {
  const lines = rows.map((cells) => cells.map((cell) => `"${cell}"`).join(','))
  const folder = await writeFolder({ 'map.json': mapping, 'votes.csv': lines.join('\r\n') })
  const options = { map: join(folder, 'map.json') }
  const { of, warnings } = await collectItems(votesCsv, join(folder, 'votes.csv'), options)
  return {
    /** The counts of each motion and the votes of its members. */
    votes: of('motion').map(({ tally, votes = [] }) => {
      const counts = tally == null ? '' : `${tally.for}-${tally.against}`
      return [counts, ...votes.map(({ name, value }) => `${name} ${value}`)].join(', ')
    }),
    people: of('person').map(({ name }) => name),
    warnings: warnings.map(({ location, subject, reason }) => ({
      at: `${location} ${subject}`,
      reason,
    })),
  }
}

describe('who is a person in lists of names', () => {
  const lists = {
    source: 'lowmere',
    body: 'Town Council',
    columns: { date: 'Day', text: 'Motion', result: 'Result' },
    member_lists: { Yeas: 'Yes', Nays: 'No' },
  }
  const inLists = async (rowsOf: readonly (readonly [string, string, string?])[], more = {}) => {
    const rows = rowsOf.map(([yeas, nays, result = 'Carried'], index) => [
      ...['2025-03-04', `Motion ${index + 1}`, result, yeas, nays],
    ])
    const found = await read(
      { ...lists, ...more },
      ['Day', 'Motion', 'Result', 'Yeas', 'Nays'],
      ...rows,
    )
    return { ...found, warnings: found.warnings.map(({ at }) => at) }
  }
  const first = ['Ida Pell, Raj Singh', 'Guy Roy'] as const

  it.each([
    ...['Full house', 'Full House', 'Everybody', 'The whole board', 'ADOPTED', 'By acclamation'],
    ...['Tous les membres présents', 'À l’unanimité', '5 councillors', 'See page 12', 'Plenum'],
    ...['Mayor and Council', 'Einstimmig', 'Voice Vote', 'Government Side', 'Trustees'],
  ])('has no vote by %j', async (words) => {
    const { votes, people, warnings } = await inLists([first, [words, ''], [words, 'nobody']])
    expect(people).toEqual(['Ida Pell', 'Raj Singh', 'Guy Roy'])
    expect(votes).toEqual([
      ', Ida Pell For, Raj Singh For, Guy Roy Against',
      'null-null',
      'null-null',
    ])
    expect(warnings).toEqual([`votes.csv:3 ${JSON.stringify(words)}`])
  })

  it.each(['(none)', '[Nil]', '– –', 'N/A', 'No one', 'aucune', 'Néant.', '0'])(
    'reads %j as an empty list',
    async (none) => {
      const { votes, warnings } = await inLists([['Ida Pell, Raj Singh', none]])
      expect([votes, warnings]).toEqual([[', Ida Pell For, Raj Singh For'], []])
    },
  )

  it('knows family names that are listed with others in some row', async () => {
    const { people, warnings } = await inLists([
      ['Pell, Singh and Roy', ''],
      ['Pell, Singh', 'Roy'],
      ['Carried', ''],
      ['Carried', ''],
      ['Singh', ''],
    ])
    expect(people).toEqual(['Pell', 'Singh', 'Roy'])
    expect(warnings).toEqual(['votes.csv:4 "Carried"'])
  })

  it('gives a short name to the one person whom it fits', async () => {
    const { votes, people, warnings } = await inLists([
      ['Ida Pell, Raj Singh, Ann Hall, Bo Hall', ''],
      ['Councillor Pell, R. Singh', 'Hall'],
      ['Ida Pell, Pell', ''],
    ])
    expect(people).toEqual(['Ida Pell', 'Raj Singh', 'Ann Hall', 'Bo Hall'])
    expect(votes.slice(1)).toEqual([
      'null-null, Ida Pell For, Raj Singh For',
      'null-null, Ida Pell For',
    ])
    expect(warnings).toEqual(['votes.csv:3 "Hall"', 'votes.csv:4 "Pell"'])
  })

  it.each([
    'Ida Pell and Guy Roy',
    'Ida Pell & Roy',
    'Ida Pell et Guy Roy',
    'Ida Pell; Guy Roy',
    'Pell/Roy',
  ])('reads %j as two people that other rows know', async (two) => {
    const { votes, people } = await inLists([first, ['Raj Singh', two]])
    expect(people).toEqual(['Ida Pell', 'Raj Singh', 'Guy Roy'])
    expect(votes[1]).toBe(', Raj Singh For, Ida Pell Against, Guy Roy Against')
  })

  it('keeps two joined names as text that no row knows', async () => {
    const { people, warnings } = await inLists([first, ['Abe Moss and Zoe Quill', '']])
    expect(people).toHaveLength(3)
    expect(warnings).toEqual(['votes.csv:3 "Abe Moss and Zoe Quill"'])
  })

  it('takes letters, seats and remarks for no part of a name', async () => {
    const { people } = await inLists([
      ['Ida Pell, CGA, Raj Singh, Guy Roy, Jr.', ''],
      ['Ida Pell (Ward 2), Raj Singh*, Guy Roy Jr.', ''],
      ['Pell – left at 8 pm, Raj Singh MBE', ''],
    ])
    expect(people).toEqual(['Ida Pell', 'Raj Singh', 'Guy Roy, Jr.', 'Guy Roy Jr.'])
  })

  it('holds the counts of a row against its names', async () => {
    const { votes, people, warnings } = await inLists([
      ['Pell', 'Roy', 'Carried, 1-1'],
      ['Quorate', '', 'Carried, 6-0'],
      ['Ida Moss, Raj Singh', '', 'Carried, 3-0'],
    ])
    expect(people).toEqual(['Pell', 'Roy', 'Ida Moss', 'Raj Singh'])
    expect(votes).toEqual(['1-1, Pell For, Roy Against', '6-0', '3-0, Ida Moss For, Raj Singh For'])
    expect(warnings).toEqual(['votes.csv:3 "Quorate"', 'votes.csv:3 votes'])
  })

  it('believes the mapping', async () => {
    const { people } = await inLists([['All', '']], { people: { All: 'Robert All' } })
    expect(people).toEqual(['Robert All'])
  })

  it.each([
    ...['None Dissenting', 'No Noes', 'Aucune Abstention', 'All Five', 'Deputy Reeve', 'X'],
    ...['Consent Agenda', 'No One Else', 'Full Slate Approved'],
  ])('has no vote by %j beside names', async (words) => {
    const { people, warnings } = await inLists([
      ['Ida Pell, Raj Singh', words],
      [`Ida Pell, ${words}`, 'Raj Singh'],
    ])
    expect(people).toEqual(['Ida Pell', 'Raj Singh'])
    expect(warnings).toEqual([`votes.csv:2 ${JSON.stringify(words)}`])
  })

  it('takes an entry for no one that would win alone, or that is in both lists', async () => {
    const { people } = await inLists([
      ['Ida Pell, Raj Singh', 'Guy Roy'],
      ['Plenum Maximum', 'Ida Pell, Raj Singh'],
      ['Ida Pell, Raj Singh', 'Plenum Totum', 'Lost'],
      ['Rota Fortunae', 'Rota Fortunae', 'Tie'],
      ['Nova Lux', '', 'Carried, 1-0'],
      ['lux', '', 'Carried, 1-0'],
    ])
    expect(people).toEqual(['Ida Pell', 'Raj Singh', 'Guy Roy', 'Nova Lux'])
  })

  it.each([
    'Councillors Pell and Roy',
    'Mayor Pell, Councillor Roy',
    'Mayor Pell and Cllrs. Roy',
    'Les conseillers Pell et Roy',
    'Mmes Pell & Roy',
    'Pell, I., Roy, G.',
    'Pell, Ida',
    'Pell, Ida; Roy, Guy',
    'Ida Pell - Guy Roy',
    'IDA PELL AND GUY ROY',
  ])('knows whom %j means', async (words) => {
    const { people, votes, warnings } = await inLists([first, [words, '']])
    expect(people).toEqual(['Ida Pell', 'Raj Singh', 'Guy Roy'])
    const both = words === 'Pell, Ida' ? [] : ['Guy Roy For']
    expect(votes[1]).toBe(['', 'Ida Pell For', ...both].join(', '))
    expect(warnings).toEqual([])
  })

  it('takes each of several names after an office for a person', async () => {
    const { people } = await inLists([['Councillors Moss and Quill', 'Mayor and Council']])
    expect(people).toEqual(['Moss', 'Quill'])
  })

  it.each(['Trustees', 'Commissioners', 'Members', 'Les commissaires'])(
    'takes both names after "%s" for people of the table',
    async (offices) => {
      const { people, votes } = await inLists([first, [`${offices} Pell & Roy`, '']])
      expect(people).toEqual(['Ida Pell', 'Raj Singh', 'Guy Roy'])
      expect(votes[1]).toBe(', Ida Pell For, Guy Roy For')
    },
  )

  it('does not take “M.” for an initial', async () => {
    const { people, warnings } = await inLists([first, ['Mme Pell et M. Roy', '']])
    expect(people).toEqual(['Ida Pell', 'Raj Singh', 'Guy Roy'])
    expect(warnings).toEqual(['votes.csv:3 "Mme Pell et M. Roy"'])
  })

  it('knows a family name of several words', async () => {
    const { people, votes } = await inLists([
      ['Zoe de la Mare, Bo Van Dyke, Ida Pell', 'Otto von Moltke'],
      ['de la Mare, Pell and Van Dyke', 'Von Moltke'],
    ])
    expect(people).toHaveLength(4)
    expect(votes[1]).toBe(
      ', Zoe de la Mare For, Ida Pell For, Bo Van Dyke For, Otto von Moltke Against',
    )
  })

  it('does not guess who is meant by a given name', async () => {
    const { people, warnings } = await inLists([first, ['Ida, Raj', '']])
    expect(people).toEqual(['Ida Pell', 'Raj Singh', 'Guy Roy'])
    expect(warnings).toEqual(['votes.csv:3 "Ida"', 'votes.csv:3 "Raj"'])
  })

  it('reads family names before given names between semicolons', async () => {
    const { people } = await inLists([['Pell, Ida; Singh, Raj', 'Moss, Bea; Roy, Guy']])
    expect(people).toEqual(['Ida Pell', 'Raj Singh', 'Bea Moss', 'Guy Roy'])
  })
})

describe('who is a person in a column of single names', () => {
  const single: Mapping = {
    source: 'lowmere',
    body: 'Town Council',
    columns: { date: 'Day', text: 'Motion', member: 'Member', vote: 'Vote' },
  }
  const inRows = (...members: string[]) =>
    read(
      single,
      ['Day', 'Motion', 'Member', 'Vote'],
      ...members.map((member) => ['2025-03-04', 'Plough', member, 'Yes']),
    )

  it.each([
    ...['All members', 'Council', 'Unanimous', 'Deputy Mayor', 'The Reeve', 'La mairesse', '12'],
    ...['No one dissenting', 'All but Singh', 'Show of hands', 'Grand Total', 'Town Manager'],
  ])('has no person for a row of %j', async (member) => {
    const { people, warnings } = await inRows('Raj Singh', member)
    expect(people).toEqual(['Raj Singh'])
    expect(warnings).toMatchObject([{ at: `votes.csv:3 ${JSON.stringify(member)}` }])
  })

  it.each([
    'Ida Pell, Raj Singh',
    'Ida Pell\nRaj Singh',
    'Pell, Singh',
    'Ida Pell - Raj Singh',
    'IDA PELL AND RAJ SINGH',
  ])('reads %j as two people that other rows know', async (two) => {
    const { people, votes } = await inRows('Ida Pell', 'Raj Singh', two)
    expect(people).toEqual(['Ida Pell', 'Raj Singh'])
    expect(votes).toEqual([', Ida Pell For, Raj Singh For'])
  })

  it('reads a family name before a given name as one person', async () => {
    const { people } = await inRows('Pell, Ida', 'Van Dyke, Ann', 'Roy, Guy', 'Pell, Raj')
    expect(people).toEqual(['Ida Pell', 'Ann Van Dyke', 'Guy Roy', 'Raj Pell'])
  })
})

describe('who is a person in columns of given and family names', () => {
  const parts = {
    source: 'lowmere',
    columns: {
      ...{ body: 'Body', date: 'Day', text: 'Motion', result: 'Result', vote: 'Vote' },
      ...{ given_name: 'First', family_name: 'Last' },
    },
  }
  const header = ['Body', 'Day', 'Motion', 'Result', 'Vote', 'First', 'Last']
  const row = (vote: string, ...name: string[]) => [
    ...['Town Council', '2025-03-04', 'Dig the ditch', 'Carried, 4-1', vote],
    ...name,
  ]

  it('is each row, whatever its words say, and counts are not held against them as against lists', async () => {
    const found = await read(
      parts,
      header,
      row('Yes', 'Ida', 'Pell'),
      row('Yes', 'Guy (Deputy), 40%', 'Roy'),
      row('No', 'No', 'Council'),
    )
    expect(found.people).toEqual(['Ida Pell', 'Guy (Deputy), 40% Roy', 'No Council'])
    const votes = 'Ida Pell For, Guy (Deputy), 40% Roy For, No Council Against'
    expect(found.votes).toEqual([`4-1, ${votes}`])
    expect(found.warnings).toEqual([])
  })
})
