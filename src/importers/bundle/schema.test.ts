import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { recordKindNames } from '../../record/kinds.ts'
import { bundleFileName, bundleJsonSchema } from './schema.ts'

describe('the JSON Schema of the bundle', () => {
  const schema = bundleJsonSchema() as {
    $defs: Record<string, { required: string[]; properties: object }>
  }

  it('describes bundle.json and one line of every file', () => {
    expect(Object.keys(schema.$defs)).toEqual([
      'bundle.json',
      ...recordKindNames.map(bundleFileName),
    ])
  })

  it('makes only the kind of a line optional', () => {
    expect(schema.$defs['meetings.ndjson']?.properties).toHaveProperty('kind')
    const { required } = schema.$defs['meetings.ndjson'] ?? {}
    expect(required).toEqual(['key', 'title', 'date', 'status'])
  })

  it.each(['Feb 9, 2026', '2026-2-9', '2026-13-01', '2026-02-09T19:00'])(
    'rejects the date %s in a validator that ignores formats',
    (date) => {
      const validator = new Ajv2020({ strict: false, validateFormats: false })
      const isValid = validator
        .addSchema(schema, 'bundle')
        .getSchema('bundle#/$defs/meetings.ndjson')
      const line = { key: 'a', title: 'Council', status: 'completed' }
      expect(isValid?.({ ...line, date: '2026-02-09' })).toBe(true)
      expect(isValid?.({ ...line, date })).toBe(false)
    },
  )

  it('is plain JSON', () => {
    expect(JSON.parse(JSON.stringify(schema))).toEqual(schema)
  })
})
