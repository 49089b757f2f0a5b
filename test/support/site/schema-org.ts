import { Parser } from 'htmlparser2'

type Data = Record<string, unknown>

/** The JSON-LD of a page. */
export function structuredDataIn(html: string): Data[] {
  const found: Data[] = []
  let json: string | undefined
  const parser = new Parser({
    onopentag(tag, { type }) {
      if (tag === 'script' && type === 'application/ld+json') json = ''
    },
    ontext(text) {
      if (json !== undefined) json += text
    },
    onclosetag() {
      if (json !== undefined) found.push(JSON.parse(json) as Data)
      json = undefined
    },
  })
  parser.end(html)
  return found
}

// Of schema.org (version 29): the properties in use, with the types that they expect. Types have those of their parents.
const thing = {
  name: ['Text'],
  alternateName: ['Text'],
  url: ['URL'],
  description: ['Text'],
  sameAs: ['URL'],
}
const organization = {
  ...thing,
  parentOrganization: ['Organization'],
  foundingDate: ['Date'],
  dissolutionDate: ['Date'],
}
const types: Record<string, { parents: string[]; properties: Record<string, string[]> }> = {
  Organization: { parents: [], properties: organization },
  GovernmentOrganization: { parents: ['Organization'], properties: organization },
  Person: {
    parents: [],
    properties: {
      ...thing,
      jobTitle: ['DefinedTerm', 'Text'],
      memberOf: ['Organization'],
      deathDate: ['Date'],
    },
  },
  Place: { parents: [], properties: { ...thing, address: ['PostalAddress', 'Text'] } },
  Event: {
    parents: [],
    properties: {
      ...thing,
      startDate: ['Date', 'DateTime'],
      endDate: ['Date', 'DateTime'],
      eventStatus: ['EventStatusType'],
      location: ['Place', 'PostalAddress', 'VirtualLocation'],
      organizer: ['Organization', 'Person'],
    },
  },
  Legislation: {
    parents: [],
    properties: {
      ...thing,
      legislationIdentifier: ['Text', 'URL'],
      legislationDate: ['Date'],
      legislationDateOfApplicability: ['Date'],
      legislationPassedBy: ['Organization', 'Person'],
      legislationLegalForce: ['LegalForceStatus'],
    },
  },
}

const date = /^\d{4}-\d\d-\d\d$/
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/
const statuses = ['Cancelled', 'MovedOnline', 'Postponed', 'Rescheduled', 'Scheduled']
const values: Record<string, (text: string) => boolean> = {
  Text: (text) => text.trim() !== '',
  URL: (text) => /^https?:\/\//.test(text) && URL.canParse(text),
  Date: (text) => date.test(text) && !Number.isNaN(Date.parse(text)),
  DateTime: (text) => dateTime.test(text) && !Number.isNaN(Date.parse(text)),
  LegalForceStatus: (text) => text === 'https://schema.org/NotInForce',
  EventStatusType: (text) =>
    statuses.some((status) => text === `https://schema.org/Event${status}`),
}

/** Unknown types and properties, and values of other types than expected. */
export function errorsOf({ '@context': _, '@type': name, ...properties }: Data): string[] {
  const type = types[String(name)]
  if (type === undefined) return [`${name} is not a known type`]
  // A property may have several values.
  const single = Object.entries(properties).flatMap(([property, value]) =>
    [value].flat().map((one: unknown) => [property, one] as const),
  )
  return single.flatMap(([property, value]) => {
    const expected = type.properties[property] ?? []
    const inner = typeof value === 'object' && value !== null ? errorsOf(value as Data) : []
    if (expected.some((one) => isOf(one, value))) return inner
    return [`${name}.${property}: ${JSON.stringify(value)}`, ...inner]
  })
}

function isOf(expected: string, value: unknown): boolean {
  if (typeof value === 'string') return values[expected]?.(value) === true
  const name = String((value as Data | null)?.['@type'])
  return name === expected || types[name]?.parents.includes(expected) === true
}
