import type { RecordKind } from '../../records.ts'
import { agendaItemWriter } from './agenda-items.ts'
import { bylawWriter } from './bylaws.ts'
import { matterWriter } from './matters.ts'
import { meetingWriter } from './meetings.ts'
import { membershipWriter } from './memberships.ts'
import { motionWriter } from './motions.ts'
import { organizationWriter } from './organizations.ts'
import { personWriter } from './people.ts'
import type { KindWriter } from './writer.ts'

export const writers: { [K in RecordKind]: KindWriter<K> } = {
  organization: organizationWriter,
  person: personWriter,
  membership: membershipWriter,
  bylaw: bylawWriter,
  matter: matterWriter,
  meeting: meetingWriter,
  agenda_item: agendaItemWriter,
  motion: motionWriter,
}
