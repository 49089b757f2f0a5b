import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorTable } from '../../src/http/errors.ts'
import { openApiDocument } from '../../src/http/openapi-document.ts'
import { operationDescriptions } from '../../src/http/operation-descriptions.ts'
import { version } from '../../src/version.ts'
import { jsonProblems } from '../support/openapi/check-response.ts'
import { type Operation, operations, schemas } from '../support/openapi/document.ts'
import { dayOfExamples, startLowmere } from '../support/sample/service.ts'
import { lookAtApp, testConfig } from '../support/service/app.ts'
import { addedKeyedPaths, addedOpenPaths, addedPaths } from '../support/service/endpoints.ts'
import type { Json, Service } from '../support/service/service.ts'

const root = resolve(import.meta.dirname, '../..')
const committed = readFileSync(join(root, 'openapi.json'), 'utf8')
describe('openapi.json', () => {
  it('matches the code; npm run docs writes it', async () => {
    const config = { ...testConfig('http://localhost:8080'), baseUrl: 'http://localhost:8080' }
    const document = await lookAtApp({ config, version }, openApiDocument)
    const printed = `${JSON.stringify(document, null, 2)}\n`
    expect(committed === printed, 'openapi.json is out of date').toBe(true)
  })

  it('is valid OpenAPI 3.1 and passes every rule that redocly.yaml does not waive', () => {
    const redocly = join(root, 'node_modules/@redocly/cli/bin/cli.js')
    const run = spawnSync(process.execPath, [redocly, 'lint', 'openapi.json', '--format=json'], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    })
    const report = JSON.parse(run.stdout) as { totals: { errors: number; warnings: number } }
    expect(report, run.stdout).toMatchObject({ totals: { errors: 0, warnings: 0 } })
    expect(run.status).toBe(0)
    expect(JSON.parse(committed).openapi).toBe('3.1.0')
  })

  it('has the 26 operations of the contract, and those that were added', () => {
    const count = 26 + addedPaths.length + addedOpenPaths.length + addedKeyedPaths.length
    expect(operations).toHaveLength(count)
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(count)
    expect(operations.filter(({ path }) => path.startsWith('/api/ocd/'))).toHaveLength(13)
  })

  it('has every error code in the enumeration, and in the descriptions of responses', () => {
    const codes = Object.keys(errorTable)
    const error = schemas.Error?.properties?.error?.properties?.code
    expect(error?.enum).toEqual(codes)
    const described = operations.flatMap(({ responses }) =>
      Object.values(responses).map(({ description }) => description),
    )
    // NOT_FOUND is for unknown paths, which no operation describes.
    const words = new Set(described.flatMap((text) => text.split(' ')))
    const met = codes.filter((code) => words.has(`${code}:`))
    expect(codes.filter((code) => !met.includes(code))).toEqual(['NOT_FOUND'])
  })
})

describe('examples of responses', () => {
  const exampleOf = (operation: Operation, status: string) =>
    operation.responses[status]?.content['application/json'].example

  it('have the status of their error, and the code of a missing entity', () => {
    for (const operation of operations) {
      const statuses = Object.keys(operation.responses).filter((status) => Number(status) >= 400)
      const shown = statuses.map((status) => String(exampleOf(operation, status)?.error.status))
      expect(shown, operation.path).toEqual(statuses)
    }
    const ofMissing = operations
      .filter(({ path }) => /[{](slug|id)[}]$/.test(path))
      .map((operation) => exampleOf(operation, '404')?.error.code)
    const addedDetails = addedPaths.filter((path) => path.endsWith('{slug}'))
    expect(ofMissing).toHaveLength(11 + addedDetails.length)
    expect(new Set(ofMissing).size).toBe(11)
    expect(ofMissing).not.toContain('MUNICIPALITY_NOT_FOUND')
  })

  it('have a cursor if another page follows', () => {
    const { has_more: more, next_cursor: next } = schemas.Pagination?.properties ?? {}
    expect(more?.examples).toEqual([true])
    expect(next?.examples).toEqual([expect.stringMatching(/^[\w-]+[.][\w-]{22}$/)])
  })
})

describe('an operation', () => {
  const statusesOf = ({ path }: Operation) => {
    if (path === '/api/v1/health') return ['200', '400', '500']
    if (addedOpenPaths.includes(path)) return ['200', '304', '400', '500']
    if (path.endsWith('/test')) return ['200', '400', '401', '404', '429', '500']
    return path.startsWith('/api/v1/')
      ? ['200', '304', '400', '401', '404', '429', '500']
      : ['200', '304', '400', '404', '500']
  }

  for (const operation of operations) {
    const { path, operationId, summary, tags, responses } = operation

    it(`GET ${path} has a summary, a name, a tag and every status that the contract allows`, () => {
      expect(summary.length).toBeGreaterThan(5)
      expect(operationId).toMatch(/^[a-z][A-Za-z]+$/)
      expect(tags).toHaveLength(1)
      expect(Object.keys(responses)).toEqual(statusesOf(operation))
      for (const [status, response] of Object.entries(responses)) {
        expect(response.description, status).not.toBe('')
        expect(Object.keys(response.headers), status).toContain('X-Request-Id')
      }
    })

    it(`GET ${path} has a description and an example of every parameter`, () => {
      const bare = operation.parameters.filter(
        ({ description, example }) => !description || example === undefined,
      )
      expect(bare.map(({ name }) => name)).toEqual([])
    })
  }
})

describe('an operation of the document', () => {
  const texts = operations.map(({ description = '' }) => description)

  it.each(operations)('$operationId has a description, and an example of its response', (one) => {
    const { path, summary, description = '', responses } = one
    expect(description.length, 'src/http/operation-descriptions.ts has none').toBeGreaterThan(20)
    expect(description).not.toBe(summary)
    expect(texts.filter((text) => text === description)).toHaveLength(1)
    const { example } = responses['200']?.content['application/json'] ?? {}
    expect(jsonProblems(path, 200, JSON.stringify(example))).toEqual([])
  })

  it('has the content types of its formats', () => {
    const types: Record<string, string> = {
      ...{ json: 'application/json', csv: 'text/csv' },
      ndjson: 'application/x-ndjson',
    }
    const withFormat = operations.flatMap(({ parameters, responses }) => {
      const format = parameters.find(({ name }) => name === 'format')
      const formats = format?.schema.enum ?? []
      return format === undefined ? [] : [{ formats, content: responses['200']?.content ?? {} }]
    })
    expect(withFormat.length).toBeGreaterThan(10)
    for (const { formats, content } of withFormat)
      expect(Object.keys(content).sort()).toEqual(formats.map((name) => types[`${name}`]).sort())
  })

  it('is one that exists', () => {
    const ids = operations.map(({ operationId }) => operationId)
    expect(Object.keys(operationDescriptions).sort()).toEqual(ids.sort())
  })
})

describe('all operations', () => {
  const { paths, components } = JSON.parse(committed)
  const isData = (path: string) => !/\/(health|test)$/.test(path)

  it('are GET, with header parameters and response headers', () => {
    for (const [path, { get, ...others }] of Object.entries<Record<string, Json>>(paths)) {
      const names = get.parameters.filter((parameter: Json) => parameter.in === 'header')
      const expected = isData(path) ? ['Prefer', 'If-None-Match'] : ['Prefer']
      expect(
        names.map(({ name }: Json) => name),
        path,
      ).toEqual(expected)
      expect(others, path).toEqual({})
      const headers = Object.keys(get.responses['200'].headers)
      expect(headers, path).toEqual(expect.arrayContaining(['Cache-Control', 'Vary']))
      expect(headers.includes('ETag'), path).toBe(isData(path))
      expect(headers.includes('RateLimit'), path).toBe(get.security?.length > 0)
      const isList = get.parameters.some(({ name }: Json) => name === 'per_page')
      expect(headers.includes('Link'), path).toBe(isList)
    }
    expect(components.headers['Retry-After']).toBeDefined()
  })

  it('allow strict clients to accept fields that a later release adds', () => {
    expect(committed).not.toContain('additionalProperties')
  })

  it('have a maximum for every integer', () => {
    const whole = operations.flatMap(({ parameters }) =>
      parameters.filter(({ schema }) => schema.type === 'integer'),
    )
    expect(whole.length).toBeGreaterThan(5)
    for (const { name, schema } of whole) expect(schema.maximum, name).toBeGreaterThan(0)
  })
})

/** Whether the items of a list are of several schemas, which are described themselves. */
const isUnion = (items?: Json) =>
  items?.anyOf?.length > 1 && items.anyOf.every(({ $ref }: Json) => $ref !== undefined)

describe('a schema', () => {
  for (const [name, schema] of Object.entries(schemas)) {
    it(`${name} and its fields have descriptions, and its values have examples`, () => {
      expect(schema.description).toBeTruthy()
      const fields = Object.entries(schema.properties ?? {})
      expect(fields.length).toBeGreaterThan(0)
      const undescribed = fields.filter(([, field]) => !field.$ref && !field.description)
      expect(undescribed.map(([field]) => field)).toEqual([])
      const unexplained = fields.filter(([, { $ref, anyOf, items, properties, examples }]) => {
        const hasParts = $ref || anyOf || items?.$ref || isUnion(items) || properties
        return !hasParts && examples === undefined
      })
      expect(unexplained.map(([field]) => field)).toEqual([])
    })
  }
})

describe('the examples of openapi.json', () => {
  let service: Service
  beforeAll(async () => {
    service = await startLowmere(dayOfExamples)
  })
  afterAll(() => service.stop())

  for (const { path, parameters } of operations) {
    it(`are found by GET ${path} in the sample data`, async () => {
      const needed = parameters.filter(({ required }) => required === true)
      const filled = needed.reduce(
        (text, { name, example }) => text.replace(`{${name}}`, String(example)),
        path,
      )
      const query = needed.filter((parameter) => parameter.in === 'query')
      const search = query.map(({ name, example }) => `${name}=${encodeURIComponent(example)}`)
      const response = await service.call(`${filled}?${search.join('&')}`, { key: service.key })
      expect(response.status, response.body).toBe(200)
    })
  }
})
