import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** A schema, with the keywords that tests read. */
export interface Schema {
  description?: string
  type?: string | string[]
  format?: string
  enum?: (string | null)[]
  const?: string
  default?: number
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  examples?: unknown[]
  items?: Schema
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  $ref?: string
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description: string
  example: string | number | boolean
  schema: Schema
}

interface Response {
  description: string
  headers: Record<string, { description: string }>
  content: {
    'application/json': {
      schema: Schema
      example?: { error: { code: string; message: string; status: number } }
    }
  }
}

export interface Operation {
  path: string
  operationId: string
  summary: string
  description?: string
  tags: string[]
  security: object[]
  parameters: Parameter[]
  responses: Record<string, Response>
}

interface Document {
  tags: { name: string; description: string }[]
  paths: Record<string, { get: Omit<Operation, 'path'> }>
  components: { schemas: Record<string, Schema> }
}

const file = resolve(import.meta.dirname, '../../../openapi.json')

/** openapi.json as it is committed. */
export const openapi = JSON.parse(readFileSync(file, 'utf8')) as Document

export const { schemas } = openapi.components

/** Every operation, in the order of the document. */
export const operations: Operation[] = Object.entries(openapi.paths).map(([path, { get }]) => ({
  ...get,
  path,
  // Header parameters are the same for all operations; openapi.test.ts checks them.
  parameters: (get.parameters ?? []).filter((parameter) => parameter.in !== 'header'),
}))
