import type { Endpoint, Parameter } from './fixture.ts'
import { normalized, pathVerdict } from './path-verdict.ts'
import { unsafeMethods } from './strange.ts'
import type { Expectation } from './stress-test.ts'
import { type Verdict, valueVerdict } from './value-verdict.ts'
import type { Sent } from './wire.ts'

/** A cursor of the first page of a list without filters. */
export interface Issued {
  endpoint: Endpoint
  cursor: string
}

/** What a request is made of. */
export interface Plan {
  endpoint: Endpoint
  index: number
  method: string
  key: 'valid' | 'none' | 'wrong' | 'twice' | 'in the query'
  pathOf: (right: string) => string
  query: [parameter: Parameter, value: string][]
  unknown: string[]
  isStrict: boolean
  headers: [name: string, value: string][]
}

/** A plan, and the request that it became. */
interface Asked extends Omit<Plan, 'pathOf'> {
  path: string
  /** The valid path that `path` is or alters. */
  right: string
  sent: Sent
  issued: readonly Issued[]
  otherTown: string
}

const urlBytesMax = 8192
const keyCodes: Partial<Record<Plan['key'], string>> = {
  none: 'MISSING_API_KEY',
  wrong: 'INVALID_API_KEY',
  twice: 'INVALID_API_KEY',
}

/** The correct response to a request. Where several things are wrong, any of them may be named. */
export function expectationOf(asked: Asked): Expectation {
  const { path, sent, method } = asked
  if (sent.target.length > urlBytesMax)
    return { status: [400], code: ['VALIDATION_ERROR'], early: true }
  if (unsafeMethods.includes(method)) return { status: [404], code: ['NOT_FOUND'] }
  const byPath = pathVerdict(path, ['pemberley', asked.otherTown])
  if (method === 'OPTIONS') return preflightOf(byPath, sent)
  const query = queryVerdict(asked)
  const keyCode = keyCodeOf(asked)
  const isRejected = query === 'invalid' || (keyCode !== undefined && isKeyed(asked))
  const success = 'if-none-match' in (sent.headers ?? {}) ? [200, 304] : [200]
  const byPathAlone = byPath.status.filter((status) => status !== 200)
  const status = byPath.status.includes(200) && !isRejected ? success : []
  const errors = [...(query === 'fine' ? [] : queryErrors), ...keyErrors(keyCode)]
  return {
    status: [...status, ...byPathAlone, ...errors.map(([one]) => one)],
    code: [...(byPath.code ?? []), ...errors.map(([, code]) => code)],
  }
}

type Rejection = [status: number, code: string]

const keyErrors = (code: string | undefined): Rejection[] =>
  code === undefined ? [] : [[401, code]]
const queryErrors: Rejection[] = [
  [400, 'VALIDATION_ERROR'],
  [400, 'INVALID_TYPE'],
]

const keyCodeOf = ({ path, key }: Asked) =>
  normalized(path).startsWith('/api/v1/') ? keyCodes[key] : undefined

const isKeyed = ({ endpoint, path, right }: Asked) => endpoint.keyed && path === right

/** A media type announces a body, which no endpoint reads. */
function preflightOf({ code = [] }: Expectation, { headers = {} }: Sent): Expectation {
  const byType = 'content-type' in headers ? [400] : []
  return { status: [204, 404, ...byType], code: [...code, 'NOT_FOUND', 'VALIDATION_ERROR'] }
}

/** The verdict on all parameters together. */
function queryVerdict(asked: Asked): Verdict {
  const { query, endpoint, unknown, sent, key } = asked
  const names = query.map(([{ name }]) => name)
  const hasParameters = endpoint.query.length > 0
  const isOdd = key === 'in the query' && !endpoint.keyed
  const isUnknown = unknown.length > 0 || isOdd || (!hasParameters && query.length > 0)
  if (sent.headers?.prefer === 'handling=strict' && isUnknown) return 'invalid'
  if (!hasParameters) return 'fine'
  if (new Set(names).size < names.length) return 'invalid'
  const verdicts = query.map(([parameter, text]) =>
    parameter.name === 'cursor' ? cursorVerdict(asked, text) : valueVerdict(parameter, text),
  )
  if (verdicts.includes('invalid')) return 'invalid'
  return verdicts.includes('either') ? 'either' : 'fine'
}

/** A cursor is valid for its own list, town and filters with any page size, and for no other. */
function cursorVerdict({ endpoint, issued, path, right, query }: Asked, text: string): Verdict {
  const isOwn = issued.some((one) => one.endpoint === endpoint && one.cursor === text)
  if (!isOwn || path !== right) return 'invalid'
  const isAlone = query.every(([{ name }]) => ['cursor', 'per_page'].includes(name))
  return isAlone ? 'fine' : 'either'
}
