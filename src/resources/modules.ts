import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { DownloadList, PublishedList } from '../http/list-download.ts'
import type { RouteDeps } from '../http/resource-routes.ts'
import type { ServedKind } from '../record/served-kinds.ts'
import type { ReadDatabase } from '../store/open.ts'
import type { ListedRegister } from '../store/registers.ts'
import type { ServedResource } from './_shared/served.ts'
import { agreementV1 } from './agreement/v1.routes.ts'
import { attendanceV1 } from './attendance/v1.routes.ts'
import { bylawsV1 } from './bylaws/v1.routes.ts'
import { readSnapshot, type Snapshot } from './changes/snapshot.ts'
import { changesV1 } from './changes/v1.routes.ts'
import { closedSessionsV1 } from './closed-sessions/v1.routes.ts'
import { coverageV1 } from './coverage/v1.routes.ts'
import { declarationsV1 } from './declarations/v1.routes.ts'
import { documentsV1 } from './documents/v1.routes.ts'
import { facetsV1 } from './facets/v1.routes.ts'
import { historyV1 } from './history/v1.routes.ts'
import { jurisdictionsOcd } from './jurisdictions/ocd.routes.ts'
import { billsOcd } from './matters/ocd.routes.ts'
import { mattersV1 } from './matters/v1.routes.ts'
import { mayoralDecisionsV1 } from './mayoral-decisions/v1.routes.ts'
import { eventsOcd } from './meetings/ocd.routes.ts'
import { meetingsV1 } from './meetings/v1.routes.ts'
import { votesOcd } from './motions/ocd.routes.ts'
import { motionsV1 } from './motions/v1.routes.ts'
import { municipalitiesV1 } from './municipalities/v1.routes.ts'
import { noticesV1 } from './notices/v1.routes.ts'
import { organizationsOcd } from './organizations/ocd.routes.ts'
import { organizationsV1 } from './organizations/v1.routes.ts'
import { peopleOcd } from './people/ocd.routes.ts'
import { peopleV1 } from './people/v1.routes.ts'
import { searchAllV1 } from './search/all.v1.routes.ts'
import { searchV1 } from './search/v1.routes.ts'
import { discovery } from './system/ocd.routes.ts'
import { health, index, keyCheck } from './system/v1.routes.ts'
import { votesV1 } from './votes/v1.routes.ts'
import { wardsV1 } from './wards/v1.routes.ts'

type ResourceModule = FastifyPluginAsyncTypebox<RouteDeps>

/** Everything under `/api/v1` without a municipality, which needs no key. */
export const openV1Modules: readonly ResourceModule[] = [health, index, municipalitiesV1]

/** Everything under `/api/v1` without a municipality, which needs a key. */
export const allV1Modules: readonly ResourceModule[] = [searchAllV1]

/** The lists of registers, by the name of the register. */
const registers = {
  declarations: declarationsV1,
  'closed-sessions': closedSessionsV1,
  notices: noticesV1,
  'mayoral-decisions': mayoralDecisionsV1,
} satisfies Record<ListedRegister, unknown>
const registerLists = Object.values(registers)

/** How the records of each kind with changes are served. */
export const servedResources: Readonly<Record<ServedKind, ServedResource>> = {
  organization: organizationsV1.served,
  person: peopleV1.served,
  bylaw: bylawsV1.served,
  matter: mattersV1.served,
  meeting: meetingsV1.served,
  motion: motionsV1.served,
}

/** Everything under `/api/v1/{municipality}`. */
export const v1Modules: readonly ResourceModule[] = [
  meetingsV1,
  attendanceV1,
  organizationsV1,
  peopleV1,
  wardsV1,
  mattersV1,
  motionsV1,
  votesV1,
  agreementV1,
  bylawsV1,
  documentsV1,
  ...registerLists,
  searchV1,
  facetsV1,
  coverageV1,
  changesV1(servedResources),
  ...historyV1,
  keyCheck,
]

/** The lists that pages offer as tables. */
export const tables = {
  votes: votesV1.download,
  motions: motionsV1.download,
  meetings: meetingsV1.download,
  people: peopleV1.download,
  matters: mattersV1.download,
  bylaws: bylawsV1.download,
  organizations: organizationsV1.download,
  agreement: agreementV1.download,
  ...(Object.fromEntries(
    Object.entries(registers).map(([name, { download }]) => [name, download]),
  ) as Record<ListedRegister, DownloadList>),
} satisfies Record<string, DownloadList>

/** All records, for a file that a copy begins with. */
export const readAllRecords = (
  db: ReadDatabase,
  state: Parameters<typeof readSnapshot>[2],
): Promise<Snapshot> => readSnapshot(servedResources, db, state)

/** The lists that are published as files; those that others refer to come first. */
export const publishedLists: readonly PublishedList[] = [
  organizationsV1,
  peopleV1,
  mattersV1,
  meetingsV1,
  attendanceV1,
  bylawsV1,
  motionsV1,
  votesV1,
  ...registerLists,
].map(({ published }) => published)

/** Everything under `/api/ocd/{municipality}`. */
export const ocdModules: readonly ResourceModule[] = [
  discovery,
  jurisdictionsOcd,
  organizationsOcd,
  peopleOcd,
  eventsOcd,
  billsOcd,
  votesOcd,
]
