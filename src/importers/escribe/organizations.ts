import { foldKey } from '../../core/fold.ts'
import type { OrganizationRecord } from '../../record/people.ts'
import { cleanLine } from '../kit/clean-text.ts'
import type { Diagnostics } from '../kit/diagnostics.ts'
import { withoutState } from '../kit/meeting-state.ts'
import { type BodyKind, findBodyKind } from '../kit/vocabulary.ts'
import type { CalendarMeeting } from './read.ts'

/** The name of the body: the calendar's meeting type, or the meeting's name if it has no type. */
export function bodyName(meeting: CalendarMeeting): string {
  return withoutState(cleanLine(meeting.entry.MeetingType) ?? meeting.title)
}

/** The key of an organization: its name without case and accents. */
export function organizationKey(name: string): string {
  return foldKey(name)
}

// The portal truncates the long names of joint committees before the word committee.
function classify(name: string): BodyKind | null {
  return findBodyKind(name) ?? (name.startsWith('Joint ') ? 'committee' : null)
}

export function toOrganizations(
  meetings: CalendarMeeting[],
  portalUrl: string,
): { record: OrganizationRecord; location: string }[] {
  const found = new Map<string, { record: OrganizationRecord; location: string }>()
  for (const meeting of meetings) {
    const name = bodyName(meeting)
    const key = organizationKey(name)
    if (found.has(key)) continue
    const record: OrganizationRecord = {
      kind: 'organization',
      key,
      source_url: portalUrl,
      name,
      classification: classify(name),
    }
    found.set(key, { record, location: meeting.location })
  }
  return [...found.values()].sort((left, right) => (left.record.key < right.record.key ? -1 : 1))
}

/** The council whose members the roster lists; null, with a warning, if there is not exactly one. */
export function findCouncil(
  organizations: { record: OrganizationRecord }[],
  diagnostics: Diagnostics,
): string | null {
  const councils = organizations.filter(({ record }) => record.classification === 'council')
  const [council, ...others] = councils
  if (council !== undefined && others.length === 0) return council.record.key
  const reason =
    council === undefined
      ? 'the calendar has no council meeting, so the members are not linked to an organization'
      : `the calendar has ${councils.length} councils, so the members are not linked to either`
  diagnostics.addWarning({ location: 'current_councillors.json:1', subject: 'roster', reason })
  return null
}
