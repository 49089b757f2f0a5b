import { ocdResource, pagesById } from '../_shared/ocd.routes.ts'
import { toOcdVote, toOcdVoteDetail } from './ocd.represent.ts'
import { findVoteEvent, listVoteEventsByIds } from './queries.ts'
import { OcdVote, OcdVoteDetail } from './schema.ts'

/** `/api/ocd/{municipality}/votes`. */
export const votesOcd = ocdResource({
  path: 'votes',
  noun: 'Vote',
  list: {
    operationId: 'listOcdVotes',
    summary: 'List votes, newest first',
    item: OcdVote,
    read: pagesById('motions', listVoteEventsByIds),
    represent: toOcdVote,
  },
  detail: {
    operationId: 'getOcdVote',
    summary: 'Get a vote with its counts and voters',
    schema: OcdVoteDetail,
    exampleId: 'ocd-vote/0ab79b42-061a-52b1-b958-abcad77ad50e',
    error: 'VOTE_NOT_FOUND',
    find: (db, { id: municipalityId }, id) => findVoteEvent(db, municipalityId, id),
    represent: toOcdVoteDetail,
  },
})
