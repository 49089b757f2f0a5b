import { voteValues } from '../_shared/schema.ts'
import { v1List } from '../_shared/v1.routes.ts'
import { voteGrid } from './grid.ts'
import { countVotes, listManyVotes, listVotes } from './queries.ts'
import { VoteItem, VoteLayout, VoteQuery } from './schema.ts'
import { TorontoVote, toTorontoVote } from './toronto.ts'
import { toVoteItem } from './v1.represent.ts'

/** `/api/v1/{municipality}/votes`. */
export const votesV1 = v1List({
  path: 'votes',
  name: 'votes',
  tag: 'Votes',
  operationId: 'listVotes',
  summary: 'List votes of people, newest meeting first',
  query: VoteQuery,
  item: VoteItem,
  words: [
    { name: 'result', noun: 'motion with recorded votes', values: 'motions' },
    { name: 'value', noun: 'vote', values: voteValues },
  ],
  undated: { noun: ['vote', 'votes'], of: 'date' },
  read: (db, { municipalityId }, filters, paging) => listVotes(db, municipalityId, filters, paging),
  readMany: (db, { municipalityId }, filters, paging) =>
    listManyVotes(db, municipalityId, filters, paging),
  count: (db, { municipalityId }, filters) => countVotes(db, municipalityId, filters),
  position: ({ vote }) => [vote.date, vote.motion_id, vote.name_folded, vote.id],
  represent: (row, { pages }) => ({
    ...toVoteItem(row),
    url: `${pages}/motions/${row.motion.motion_slug}`,
  }),
  layouts: {
    parameter: VoteLayout,
    tables: { toronto: { item: TorontoVote, represent: toTorontoVote }, grid: voteGrid },
  },
})
