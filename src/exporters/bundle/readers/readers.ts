import { actionReader } from './actions.ts'
import { agendaItemReader } from './agenda-items.ts'
import { bylawReader } from './bylaws.ts'
import { matterReader } from './matters.ts'
import { meetingReader } from './meetings.ts'
import { membershipReader } from './memberships.ts'
import { motionReader } from './motions.ts'
import { organizationReader } from './organizations.ts'
import { personReader } from './people.ts'

/** In the reading order of a bundle's files. */
export const readers = [
  organizationReader,
  personReader,
  membershipReader,
  bylawReader,
  matterReader,
  meetingReader,
  agendaItemReader,
  motionReader,
  actionReader,
] as const
