import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

type Json = Record<string, unknown>
interface Operation {
  responses: Record<string, { headers?: Json; content?: Record<string, { schema: Json }> }>
}
interface Document extends Json {
  paths: Record<string, Record<string, Operation>>
}

const file = new URL('../../../openapi.json', import.meta.url)

/** The committed OpenAPI document. */
export const openapi = JSON.parse(readFileSync(file, 'utf8')) as Document

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema({ ...(closed(openapi) as Document), $id: 'openapi' })

/**
 * The document without additional fields: clients must accept new ones, but this release must describe all that it
 * sends.
 */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed)
  if (typeof node !== 'object' || node === null) return node
  const copy = Object.fromEntries(
    Object.entries(node).map(([name, value]) => [name, closed(value)]),
  )
  const isObject = typeof copy.properties === 'object' && [copy.type].flat().includes('object')
  return isObject ? { ...copy, additionalProperties: false } : copy
}

const validators = new Map<string, ValidateFunction>()

const templates = Object.keys(openapi.paths)
  .map((path) => ({
    path,
    pattern: new RegExp(`^${path.replace('{id}', '.+').replace(/\{[^}]+\}/g, '[^/]*')}$`),
  }))
  // The longest literal path wins over one with a parameter instead.
  .sort((a, b) => a.path.split('{').length - b.path.split('{').length)

/** The path of the document that `pathname` belongs to, or undefined. */
function templateOf(pathname: string): string | undefined {
  const slashed = /^\/api\/ocd\/[^/]+$/.test(pathname) ? `${pathname}/` : pathname
  return templates.find(({ pattern }) => pattern.test(slashed))?.path
}

/** The deviations of a response from the document; empty if there are none. */
export function openapiProblems(actual: {
  method: string
  pathname: string
  status: number
  headers: Headers
  body: string
}): string[] {
  const template = templateOf(actual.pathname)
  if (template === undefined || !['GET', 'HEAD'].includes(actual.method))
    return undocumentedProblems(actual)
  const operation = openapi.paths[template]?.get
  const response = operation?.responses[actual.status]
  if (actual.status === 404 && isNotFound(actual.body)) return undocumentedProblems(actual)
  if (response === undefined) return [`${actual.status} is not documented for ${template}`]
  const missing = requiredHeaders(response.headers).filter((name) => !actual.headers.has(name))
  if (actual.status === 304 && actual.body !== '') return ['a 304 has a body']
  if (actual.status === 304) return missing.map((name) => `the header ${name} is missing`)
  return [
    ...missing.map((name) => `the header ${name} is missing`),
    ...bodyProblems(template, actual),
  ]
}

function requiredHeaders(headers: Json = {}): string[] {
  const { headers: described } = openapi.components as { headers: Record<string, Json> }
  return Object.keys(headers).filter((name) => described[name]?.required !== false)
}

function isNotFound(body: string): boolean {
  return body.includes('"code":"NOT_FOUND"')
}

/** A response of an undocumented path must be an error with envelope and request id. */
function undocumentedProblems({
  method,
  status,
  headers,
  body,
}: {
  method: string
  status: number
  headers: Headers
  body: string
}): string[] {
  const noId = headers.has('x-request-id') ? [] : ['the header X-Request-Id is missing']
  if (status < 400 || method === 'HEAD') return noId
  return [...noId, ...problemsOf('#/components/schemas/Error', body)]
}

function bodyProblems(
  template: string,
  {
    method,
    status,
    headers,
    body,
  }: { method: string; status: number; headers: Headers; body: string },
): string[] {
  if (method === 'HEAD') return body === '' ? [] : ['a HEAD response has a body']
  const type = headers.get('content-type')?.split(';', 1)[0] ?? ''
  if (!type.endsWith('json') || type.endsWith('ndjson')) {
    const { content } = openapi.paths[template]?.get?.responses[status] ?? {}
    return content?.[type] === undefined ? [`${type} is not documented for ${template}`] : []
  }
  return jsonProblems(template, status, body)
}

/** The deviations of a JSON body from the schema of a response. */
export function jsonProblems(template: string, status: number, body: string): string[] {
  const pointer = template.replaceAll('~', '~0').replaceAll('/', '~1')
  return problemsOf(
    `#/paths/${encodeURIComponent(pointer)}/get/responses/${status}/content/application~1json/schema`,
    body,
  )
}

function problemsOf(pointer: string, body: string): string[] {
  let validate = validators.get(pointer)
  if (validate === undefined) {
    validate = ajv.compile({ $ref: `openapi${pointer}` })
    validators.set(pointer, validate)
  }
  if (validate(JSON.parse(body))) return []
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}
