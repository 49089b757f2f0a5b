import type { Migration } from 'kysely'
import { up as initial } from './0001-initial.ts'
import { up as indexes } from './0002-indexes.ts'
import { up as site } from './0003-site.ts'
import { up as searchWords } from './0004-search-words.ts'
import { up as unfinishedCopy } from './0005-unfinished-copy.ts'
import { up as importResults } from './0006-import-results.ts'
import { up as readSources } from './0007-read-sources.ts'
import { up as listedRows } from './0008-listed-rows.ts'
import { up as personCounts } from './0009-person-counts.ts'
import { up as sessionIndexes } from './0010-session-indexes.ts'
import { up as unresolvedReferences } from './0011-unresolved-references.ts'
import { up as accountsFile } from './0012-accounts-file.ts'
import { up as recoveryCodes } from './0013-recovery-codes.ts'
import { up as actions } from './0014-actions.ts'
import { up as motionKinds } from './0015-motion-kinds.ts'
import { up as bylaws } from './0016-bylaws.ts'
import { up as matterClassification } from './0017-matter-classification.ts'
import { up as unreadMotions } from './0018-unread-motions.ts'
import { up as votes } from './0019-votes.ts'
import { up as filters } from './0020-filters.ts'
import { up as searchDocuments } from './0021-search-documents.ts'
import { up as recordCounts } from './0022-record-counts.ts'
import { up as facets } from './0023-facets.ts'
import { up as agreement } from './0024-agreement.ts'
import { up as searchIdentifiers } from './0025-search-identifiers.ts'
import { up as sourceUpdatedAt } from './0026-source-updated-at.ts'
import { up as attendanceReasons } from './0027-attendance-reasons.ts'
import { up as searchVectorsInline } from './0028-search-vectors-inline.ts'
import { up as recordedVoteCount } from './0029-recorded-vote-count.ts'
import { up as filterIndexes } from './0030-filter-indexes.ts'
import { up as firstVotes } from './0031-first-votes.ts'
import { up as emptyTallies } from './0032-empty-tallies.ts'
import { up as otherIdentifiers } from './0033-other-identifiers.ts'
import { up as meetingStates } from './0034-meeting-states.ts'
import { up as foldedNames } from './0035-folded-names.ts'
import { up as importWarnings } from './0036-import-warnings.ts'
import { up as frenchNames } from './0037-french-names.ts'

/** Every migration by name, in order. Frozen once released. */
export const migrations: Record<string, Migration> = {
  '0001-initial': { up: initial },
  '0002-indexes': { up: indexes },
  '0003-site': { up: site },
  '0004-search-words': { up: searchWords },
  '0005-unfinished-copy': { up: unfinishedCopy },
  '0006-import-results': { up: importResults },
  '0007-read-sources': { up: readSources },
  '0008-listed-rows': { up: listedRows },
  '0009-person-counts': { up: personCounts },
  '0010-session-indexes': { up: sessionIndexes },
  '0011-unresolved-references': { up: unresolvedReferences },
  '0012-accounts-file': { up: accountsFile },
  '0013-recovery-codes': { up: recoveryCodes },
  '0014-actions': { up: actions },
  '0015-motion-kinds': { up: motionKinds },
  '0016-bylaws': { up: bylaws },
  '0017-matter-classification': { up: matterClassification },
  '0018-unread-motions': { up: unreadMotions },
  '0019-votes': { up: votes },
  '0020-filters': { up: filters },
  '0021-search-documents': { up: searchDocuments },
  '0022-record-counts': { up: recordCounts },
  '0023-facets': { up: facets },
  '0024-agreement': { up: agreement },
  '0025-search-identifiers': { up: searchIdentifiers },
  '0026-source-updated-at': { up: sourceUpdatedAt },
  '0027-attendance-reasons': { up: attendanceReasons },
  '0028-search-vectors-inline': { up: searchVectorsInline },
  '0029-recorded-vote-count': { up: recordedVoteCount },
  '0030-filter-indexes': { up: filterIndexes },
  '0031-first-votes': { up: firstVotes },
  '0032-empty-tallies': { up: emptyTallies },
  '0033-other-identifiers': { up: otherIdentifiers },
  '0034-meeting-states': { up: meetingStates },
  '0035-folded-names': { up: foldedNames },
  '0036-import-warnings': { up: importWarnings },
  '0037-french-names': { up: frenchNames },
}

/** From this migration on, SQLite stores accounts and keys in their own file. */
export const accountsFileMigration = '0012-accounts-file'

/**
 * Later migrations of only the tables of accounts and keys: on SQLite they run in the accounts file, all others in the
 * record's.
 */
export const accessMigrations: ReadonlySet<string> = new Set(['0013-recovery-codes'])
