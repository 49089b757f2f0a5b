import { endpoints } from './fixture.ts'
import type { Expectation } from './stress-test.ts'

const namesOf = (family: string) =>
  endpoints
    .filter(({ names, list }) => names !== undefined && list.startsWith(`/api/${family}/`))
    .map(({ list }) => list.split('/').at(-1))
    .join('|')

/** Lists, and what follows an entity's name; before the entities themselves, which match more. */
const literal = endpoints
  .filter(({ names, template }) => names === undefined && template.includes('{'))
  .map(({ template }): Shape => [pattern(template), () => ({ status: [200] })])
const ofEntities = endpoints
  .filter(({ ofEntity }) => ofEntity !== '')
  .map(
    ({ template, list }): Shape => [
      pattern(template),
      () => entity('v1', list.split('/').at(-1) ?? ''),
    ],
  )

type Shape = [pattern: RegExp, expectation: (list: string) => Expectation]

function pattern(template: string): RegExp {
  return new RegExp(`^${template.replace('{municipality}', '([^/]*)').replace('{slug}', '[^/]+')}$`)
}

const shapes: Shape[] = [
  [/^\/api\/ocd\/([^/]*)\/?$/, () => ({ status: [200] })],
  ...literal,
  ...ofEntities,
  // A v1 slug is one segment; an OCD id is the rest of the path.
  [new RegExp(`^/api/v1/([^/]*)/(${namesOf('v1')})/[^/]+$`), (list) => entity('v1', list)],
  [new RegExp(`^/api/ocd/([^/]*)/(${namesOf('ocd')})/.+$`), (list) => entity('ocd', list)],
]

function entity(family: string, list: string): Expectation {
  const endpoint = endpoints.find(
    ({ names, ...one }) => names && one.list === `/api/${family}/{municipality}/${list}`,
  )
  return { status: [200, 404], code: [endpoint?.missing ?? ''] }
}

/** A path without escapes of unreserved characters, which are equivalent to them (RFC 3986, 6.2.2.2). */
export const normalized = (raw: string): string =>
  raw.replace(/%([0-9a-fA-F]{2})/g, (triplet, pair: string) => {
    const character = String.fromCharCode(Number.parseInt(pair, 16))
    return /[A-Za-z0-9._~-]/.test(character) ? character : triplet
  })

/** The expected response to a path: no documented one is NOT_FOUND, an unknown municipality its own 404. */
export function pathVerdict(raw: string, towns: readonly string[]): Expectation {
  const path = normalized(raw)
  if (endpoints.some(({ template }) => template === path)) return { status: [200] }
  for (const [shape, expectation] of shapes) {
    const [, town, list = ''] = shape.exec(path) ?? []
    if (town === undefined) continue
    if (towns.includes(town)) return expectation(list)
    return { status: [404], code: [town === '' ? 'NOT_FOUND' : 'MUNICIPALITY_NOT_FOUND'] }
  }
  return { status: [404], code: ['NOT_FOUND'] }
}

/** Other spellings of a valid path, some equivalent to it. */
export function pathSpellings(right: string): string[] {
  const hex = (text: string) =>
    [...text].map((character) => `%${character.charCodeAt(0).toString(16)}`).join('')
  const family = right.split('/')[2] ?? ''
  const ofId = (change: (id: string) => string) => right.replace(/(ocd-.*)$/, change)
  return [
    ...[`/${right}`, `${right}/`, `${right}//`, right.replaceAll('/', '//')],
    ...[right.toUpperCase(), right.replace('/api', '/API'), right.replace('/api', '/./api')],
    ...[right.replace(`/${family}`, `/${family.toUpperCase()}`), right.replace('/api', '/%61pi')],
    right.replace('/api', '/x/../api'),
    ...[hex('p') + 'pemberley'.slice(1), '%2570emberley', 'Pemberley', '..', '', 'nowhere'].map(
      (town) => right.replace('pemberley', town),
    ),
    ...[right.replace(/[^/]+$/, ''), right.replace(/[^/]+$/, hex), right.replaceAll(':', '%3A')],
    // OCD ids contain slashes and colons: raw, encoded, in lower case, encoded twice.
    ...[encodeURIComponent, (id: string) => encodeURIComponent(id).toLowerCase()].map(ofId),
    ofId((id) => encodeURIComponent(encodeURIComponent(id))),
    ...['%252F', '%5C'].map((slash) => ofId((id) => id.replaceAll('/', slash))),
    ...[(id: string) => id.toUpperCase(), (id: string) => `${id}/`, (id: string) => `/${id}`].map(
      ofId,
    ),
  ]
}
