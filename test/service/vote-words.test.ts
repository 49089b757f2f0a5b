import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { toVote } from '../../src/importers/kit/vocabulary.ts'
import { legistarArchive } from '../../src/importers/legistar/archive/archive.ts'
import { openCivicData } from '../../src/importers/open-civic-data/index.ts'
import type { ImportSource } from '../../src/importers/source.ts'
import type { VotePart } from '../../src/record/motions.ts'
import { startJsonServer } from '../support/http/json-server.ts'
import { collectItems, writeFolder } from '../support/imports/collect-items.ts'
import { live, responsesOf, serveLegistar } from '../support/legistar/live.ts'
import { townFiles, townMatter } from '../support/legistar/town.ts'
import { liveApi } from '../support/ocd/api-responses.ts'

const words = [
  ...['Affirmative', 'yes', 'Negative', 'no', 'abstain', 'Absent', 'excused', 'Excused', 'Medical'],
  ...['Parental', 'conflict', 'Recused', 'other', 'paired', 'not voting'],
]

async function votesIn(source: ImportSource, location: string): Promise<unknown[]> {
  const { of } = await collectItems(source, location)
  const votes = of('motion').flatMap((motion) => motion.votes ?? [])
  return votes.map(({ value, reason = null }: VotePart) => ({ value, reason }))
}

function legistarFiles(): Record<string, unknown> {
  const [introduced, decided] = townMatter.History
  const votes = words.map((word, index) => ({
    ID: 100 + index,
    FullName: `Member ${index}`,
    Vote: word,
  }))
  const matter = { ...townMatter, History: [introduced, { ...decided, Votes: votes }] }
  return { ...townFiles, 'introduction/2024/0012.json': matter }
}

const voteId = 'ocd-vote/86094f46-cf45-46f8-89e2-0bf783e7aa12'
const voteOf = (votes: readonly { option: string; note?: string }[]) => ({
  id: voteId,
  motion_text: 'Plough',
  result: 'pass',
  votes: votes.map((vote, index) => ({ voter_name: `Member ${index}`, ...vote })),
})
const ocdVote = voteOf(words.map((option) => ({ option })))

const pageOf = (...results: { id: string }[]) => ({ results, pagination: { max_page: 1 } })
const jurisdiction = { id: 'ocd-jurisdiction/country:ca/csd:3506008/government' }

/** A server with one vote; `root` is the response at its base URL. */
async function ocdServer(vote: { id: string }, root?: unknown): Promise<string> {
  const { url } = await startJsonServer((target) => {
    const path = target.replace(/\?.*/, '').replace(/^\/api\/ocd\/town\//, '')
    if (path === '') return root
    if (path === 'jurisdictions') return pageOf(jurisdiction)
    return path === 'votes' ? pageOf({ id: voteId }) : path === `votes/${voteId}` ? vote : undefined
  })
  return `${url}/api/ocd/town`
}

const discovery = {
  jurisdictions_url: '/api/ocd/town/jurisdictions',
  votes_url: '/api/ocd/town/votes',
}

describe('a word for a vote has the same meaning', () => {
  it.each<[string, () => Promise<unknown[]>]>([
    [
      'in a Legistar archive',
      async () => votesIn(legistarArchive, await writeFolder(legistarFiles())),
    ],
    [
      'in the Legistar Web API',
      async () => votesIn(live, (await serveLegistar(await responsesOf(legistarFiles()))).base),
    ],
    [
      'in a folder of pupa',
      async () => votesIn(openCivicData, await writeFolder({ 'vote_event_a.json': ocdVote })),
    ],
    ['in an Open Civic Data API', async () => votesIn(openCivicData, await ocdServer(ocdVote))],
  ])('%s', async (_, read) => {
    expect(await read()).toEqual(words.map(toVote))
  })
})

it('votes are unknown without a list of votes, and none with an empty one', async () => {
  const { votes: _, ...silent } = ocdVote
  const motionOf = async (vote: { id: string; votes?: unknown }) =>
    (await collectItems(openCivicData, await ocdServer(vote))).of('motion')[0]
  const unknown = await motionOf(silent)
  expect(unknown).toMatchObject({ incomplete: true })
  expect(unknown).not.toHaveProperty('votes')
  expect(await motionOf({ ...ocdVote, votes: [] })).toMatchObject({ votes: [] })
})

describe('the option excused of Open Civic Data', () => {
  const notes = ['', 'on vacation', 'Conflict of interest', 'Conflict', 'x'.repeat(300)]
  const vote = {
    ...voteOf(notes.map((note) => ({ option: 'excused', note }))),
    counts: [
      { option: 'yes', value: 9 },
      { option: 'absent', value: 1 },
      { option: 'excused', value: 5 },
    ],
  }

  it('is an absence with its reason, or a recusal if the note says so', async () => {
    expect(await votesIn(openCivicData, await ocdServer(vote))).toEqual([
      { value: 'Absent', reason: 'excused' },
      { value: 'Absent', reason: 'excused: on vacation' },
      { value: 'Recused', reason: 'Conflict of interest' },
      { value: 'Absent', reason: 'excused: Conflict' },
      { value: 'Absent', reason: `excused: ${'x'.repeat(190)}…` },
    ])
  })

  it('counts as absent in the tally, without the recusals', async () => {
    const { of } = await collectItems(openCivicData, await ocdServer(vote))
    expect(of('motion')[0]?.tally).toEqual({ for: 9, against: null, abstain: null, absent: 5 })
  })

  it('is a recusal if the server is a Reeve, which writes it that way', async () => {
    const { of } = await collectItems(openCivicData, await ocdServer(vote, discovery))
    expect(of('motion')[0]?.votes?.map(({ value }) => value)).toEqual(Array(5).fill('Recused'))
    expect(of('motion')[0]?.tally?.absent).toBe(1)
  })

  it('is a recusal too if the base URL of a Reeve fails at first', async () => {
    let requests = 0
    const atFirst503 = (response: ServerResponse) => {
      requests += 1
      response.statusCode = requests === 1 ? 503 : 200
      response.end(JSON.stringify(discovery))
    }
    const votes = await votesIn(liveApi, await ocdServer(vote, atFirst503))
    expect(votes).toContainEqual({ value: 'Recused', reason: 'on vacation' })
    expect(requests).toBe(2)
  })

  it('has options for words that the source of a Reeve gave as the reason', async () => {
    const votes = [
      { option: 'not voting', note: 'Non-voting' },
      { option: 'paired', note: 'Paired' },
      { option: 'absent', note: 'Excused' },
    ]
    expect(await votesIn(openCivicData, await ocdServer(voteOf(votes), discovery))).toEqual([
      { value: 'Other', reason: 'Non-voting' },
      { value: 'Other', reason: 'Paired' },
      { value: 'Absent', reason: 'Excused' },
    ])
  })

  it.each([
    ['an HTML page', (response: { end(text: string): void }) => response.end('<html>')],
    ['the lists of another path', { ...discovery, votes_url: '/api/ocd/other/votes' }],
    ['another object', { votes_url: '/votes' }],
  ])('is not a recusal if the base URL returns %s', async (_, root) => {
    expect(await votesIn(openCivicData, await ocdServer(vote, root))).toContainEqual({
      value: 'Absent',
      reason: 'excused',
    })
  })
})
