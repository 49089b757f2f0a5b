import type { TSchema } from 'typebox'
import { expect, it } from 'vitest'
import { passageOf } from '../../core/passages.ts'
import { type ImportRecord, kinds, type RecordKind, recordKindNames } from '../../record/kinds.ts'
import type { NewTakedown } from '../../store/takedowns.ts'
import { checkRecord } from '../record-check.ts'
import { Withholder } from './withhold.ts'

const key = 'a key of this test'
const name = 'Odile Quillfeather Marrow'

function withoutPassage(record: ImportRecord, text: string): unknown {
  const none = { record_kind: null, record_hash: null, hash: null, words: null, prefilter: null }
  const takedown: NewTakedown = {
    ...{ municipality: 'pemberley', kind: 'passage', reason: 'Asked for.', added_at: '2024-01-01' },
    ...{ ...none, ...passageOf(key, text) },
  }
  return new Withholder({ key, active: [takedown] }, 'a source').apply(record)
}

interface Schema {
  type?: string
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  format?: string
  pattern?: string
  const?: unknown
  enum?: unknown[]
}

/** A value of each format that the schemas have. */
const formatted: Readonly<Record<string, string>> = {
  'web-url': `https://a.example/files/${name.replaceAll(' ', '%20')}.pdf`,
  'calendar-date': '2024-02-06',
  '^([01][0-9]|2[0-3]):[0-5][0-9]$': '19:30',
  '^[a-z0-9]+(-[a-z0-9]+)*$': 'odile-quillfeather-marrow',
}

function textOf({ format, pattern }: Schema): string {
  const rule = format ?? pattern
  if (rule === undefined || rule === '\\S') return name
  if (rule.includes('T([01]')) return '2026-05-12T18:45:00Z'
  const text = formatted[rule]
  if (text === undefined) throw new Error(`no value has the format ${rule}`)
  return text
}

/** A value with every field, all of whose texts have words. */
function filled(schema: Schema, onText: (text: string) => void): unknown {
  if ('const' in schema) return schema.const
  if (schema.enum !== undefined) return schema.enum.at(-1)
  const { anyOf, items, properties } = schema
  if (anyOf !== undefined) return filled(anyOf[0] ?? {}, onText)
  if (items !== undefined) return [filled(items, onText)]
  if (properties !== undefined)
    return Object.fromEntries(
      Object.entries(properties).map(([field, of]) => [field, filled(of, onText)]),
    )
  if (schema.type === 'boolean') return true
  if (schema.type !== 'string') return 1900
  const text = textOf(schema)
  onText(text)
  return text
}

function wholeRecord(kind: RecordKind): { record: ImportRecord; texts: Set<string> } {
  const texts = new Set<string>()
  const record = filled(kinds[kind].schema as TSchema & Schema, (text) => texts.add(text))
  return { record: record as ImportRecord, texts }
}

it.each(recordKindNames)('a %s with words in any text or format is valid without them', (kind) => {
  const { record, texts } = wholeRecord(kind)
  expect(checkRecord(kind, record)).toEqual([])
  expect(texts.size).toBeGreaterThan(3)
  for (const text of [...texts, 'committee-passage', 'bylaw', 'executive']) {
    const kept = withoutPassage(record, text)
    expect(checkRecord(kind, kept)).toEqual([])
    if (!texts.has(text)) continue
    // Without its date there is no meeting and no declaration.
    const isFixed = text === '2024-02-06' && (kind === 'meeting' || kind === 'declaration')
    expect(JSON.stringify(kept).split(`"${text}"`)).toHaveLength(isFixed ? 2 : 1)
  }
})

it.each([
  { type: 'email', value: 'odile.quillfeather.marrow@a.example' },
  { type: 'email', value: 'clerk@odile-quillfeather-marrow.example' },
  { type: 'url', value: 'https://a.example/?of=Odile+Quillfeather+Marrow' },
  { type: 'voice', value: '555 010 0199', note: 'of Odile Quillfeather Marrow' },
] as const)('a contact detail such as %j is whole or gone', (contact) => {
  const record = {
    ...{ kind: 'person' as const, key: 'p', name: 'Clerk' },
    contact_details: [contact, { type: 'text' as const, value: '555 010 0100' }],
  }
  const kept = withoutPassage(record, name)
  expect(checkRecord('person', kept)).toEqual([])
  const rest = contact.type === 'voice' ? [{ ...contact, note: 'of [withheld]' }] : []
  expect(kept).toMatchObject({ contact_details: [...rest, record.contact_details[1]] })
})

it('a text that would become too long is withheld as a whole', () => {
  const record = { kind: 'person' as const, key: 'p', name: 'a b '.repeat(75).trim() }
  expect(withoutPassage(record, 'b')).toMatchObject({ name: '[withheld]' })
})

it('a statement keeps the item whose key lost words', () => {
  const item = `item ${name}`
  const meeting: ImportRecord = {
    ...{ kind: 'meeting', key: 'g', title: 'Council', date: '2024-02-06', status: 'completed' },
    key_statements: [{ text: 'Noise.', agenda_item_key: item }],
  }
  const { key: now } = withoutPassage(
    { kind: 'agenda_item', key: item, meeting_key: 'g', position: 1, title: 'Noise' },
    name,
  ) as ImportRecord
  expect(now).toMatch(/^withheld-/)
  expect(withoutPassage(meeting, name)).toMatchObject({
    key_statements: [{ agenda_item_key: now }],
  })
})

it('a passage goes on after the heading of the next page', () => {
  const sections = [
    { title: 'Page 1', text: 'We heard that I am Odile' },
    { title: 'Page 2', text: 'Quillfeather Marrow and live here.' },
  ]
  const meeting: ImportRecord = {
    ...{ kind: 'meeting', key: 'g', title: 'Council', date: '2024-02-06', status: 'completed' },
    documents: [{ title: 'Minutes', sections }],
  }
  expect(withoutPassage(meeting, name)).toMatchObject({
    documents: [
      {
        sections: [
          { title: 'Page 1', text: 'We heard that I am [withheld]' },
          { title: 'Page 2', text: '[withheld] and live here.' },
        ],
      },
    ],
  })
})
