import type { RecordKind } from '../../records.ts'
import type { KindWriter } from '../upsert.ts'
import { agendaItemWriter } from './agenda-items.ts'
import { bylawWriter } from './bylaws.ts'
import { matterWriter } from './matters.ts'
import { meetingWriter } from './meetings.ts'
import { membershipWriter } from './memberships.ts'
import { motionWriter } from './motions.ts'
import { organizationWriter } from './organizations.ts'
import { personWriter } from './people.ts'

/** In the order of loading: a kind refers only to itself and to those before it. */
export const writers = [
  organizationWriter,
  personWriter,
  membershipWriter,
  bylawWriter,
  matterWriter,
  meetingWriter,
  agendaItemWriter,
  motionWriter,
] as unknown as readonly KindWriter<RecordKind>[]
