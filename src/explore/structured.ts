import { isInForceOn, isNeverPassed, isNoLongerLaw } from '../core/bylaw-status.ts'
import type { BylawDetailRows } from '../resources/bylaws/queries.ts'
import type { BylawDetail } from '../resources/bylaws/schema.ts'
import type { MeetingDetailRows } from '../resources/meetings/queries.ts'
import type { OrganizationDetail } from '../resources/organizations/schema.ts'
import type { PersonDetail } from '../resources/people/schema.ts'
import { recordName } from './council-context.ts'
import { paths } from './paths.ts'
import type { Visit } from './visit.ts'

// What pages are about, in the words of schema.org. Unknown properties are omitted.

const context = 'https://schema.org'

function defined(properties: Record<string, unknown>): Record<string, unknown> {
  const given = Object.entries(properties).filter(([, value]) => value != null)
  return Object.fromEntries(given)
}

const listed = (names: readonly string[]) => (names.length > 0 ? names : null)

const urlOf = ({ config }: Visit, path: string) => `${config.siteUrl}${path}`

function governmentOf(visit: Visit) {
  const { municipality } = visit
  return {
    '@type': 'GovernmentOrganization',
    name: municipality.name,
    url: urlOf(visit, paths.overview(municipality)),
  }
}

/** The municipality. */
export function councilData(visit: Visit): object {
  return defined({ '@context': context, ...governmentOf(visit), sameAs: visit.municipality.url })
}

const eventStatuses: Readonly<Record<string, string>> = {
  cancelled: 'EventCancelled',
  postponed: 'EventPostponed',
}

/** A meeting; schema.org has no status for one that took place. */
export function meetingData(visit: Visit, { meeting }: Pick<MeetingDetailRows, 'meeting'>): object {
  const { municipality, locale } = visit
  const { title, date, location, status, organization, organization_slug: slug } = meeting
  const organizer = organization !== null && {
    '@type': 'GovernmentOrganization',
    name: recordName(municipality, locale, organization),
    ...(slug !== null && { url: urlOf(visit, paths.body(municipality, slug)) }),
    parentOrganization: governmentOf(visit),
  }
  return defined({
    '@context': context,
    '@type': 'Event',
    name: locale.words.meeting.titled(recordName(municipality, locale, title), locale.date(date)),
    url: urlOf(visit, paths.meeting(municipality, meeting.slug)),
    startDate: meeting.starts_at ?? date,
    endDate: meeting.ends_at ?? meeting.end_date,
    eventStatus: `${context}/${eventStatuses[status] ?? 'EventScheduled'}`,
    location: location === null ? null : { '@type': 'Place', name: location },
    description: meeting.summary,
    organizer: organizer || governmentOf(visit),
  })
}

/** A person with a seat; a member of the council only with an open one. */
export function personData(visit: Visit, person: PersonDetail): object {
  return defined({
    '@context': context,
    '@type': 'Person',
    name: person.name,
    url: urlOf(visit, paths.person(visit.municipality, person.slug)),
    jobTitle: person.role && recordName(visit.municipality, visit.locale, person.role),
    alternateName: listed(person.other_names),
    deathDate: person.death_date,
    memberOf: person.is_current_councillor ? governmentOf(visit) : null,
  })
}

/** The council, a committee or a board. */
export function bodyData(visit: Visit, body: OrganizationDetail): object {
  return defined({
    '@context': context,
    '@type': 'GovernmentOrganization',
    name: recordName(visit.municipality, visit.locale, body.name),
    alternateName: listed(body.other_names),
    foundingDate: body.founding_date,
    dissolutionDate: body.dissolution_date,
    url: urlOf(visit, paths.body(visit.municipality, body.slug)),
    parentOrganization: governmentOf(visit),
  })
}

/** A by-law; one that was vetoed or has ended has no force. */
export function bylawData(
  visit: Visit,
  bylaw: BylawDetail,
  steps: BylawDetailRows['actions'],
): object {
  const isOfEffect = !bylaw.vetoed && isInForceOn(bylaw.enacted_date, bylaw.status, steps)
  const isInForce = !bylaw.vetoed && !isNeverPassed(bylaw.status) && !isNoLongerLaw(bylaw.status)
  return defined({
    '@context': context,
    '@type': 'Legislation',
    name: bylaw.title,
    url: urlOf(visit, paths.bylaw(visit.municipality, bylaw.slug)),
    legislationIdentifier: bylaw.bylaw_number,
    legislationDate: bylaw.passed_date,
    legislationDateOfApplicability: isOfEffect ? bylaw.enacted_date : null,
    legislationPassedBy: bylaw.vetoed ? null : governmentOf(visit),
    legislationLegalForce: isInForce ? null : `${context}/NotInForce`,
    description: bylaw.description,
  })
}
