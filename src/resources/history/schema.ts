import { Type } from 'typebox'
import {
  cursorPaging,
  DateTimeStr,
  Int,
  Nullable,
  NullableDateTime,
  NullableStr,
  Obj,
  Query,
  Str,
} from '../../http/schema-types.ts'
import { aboutKinds, historyFields, historyValueMax } from '../../record/history-fields.ts'

const LongValue = Nullable(
  Obj('LongValue', 'A value that is not kept, by its digest.', {
    sha256: Str(
      'SHA-256 of its UTF-8, in hexadecimal.',
      '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    ),
    bytes: Int('Its length in UTF-8.', 31_204),
  }),
)

/** The fields of all kinds. */
const fieldNames = [...new Set(Object.values(historyFields).flatMap((of) => Object.keys(of)))]

const meanings = Object.entries(historyFields).map(([kind, fields]) => {
  const named = Object.entries(fields).map(([field, meaning]) => `\`${field}\` (${meaning})`)
  return `Of ${kind}: ${named.join(', ')}`
})

export const HistoryItem = Obj(
  'HistoryItem',
  'A field that the source changed, as this service saw it. When the council changed it is not known.',
  {
    seen_at: DateTimeStr(
      'Time of the import that saw the new value first.',
      '2026-11-24T01:02:03.000Z',
    ),
    not_before: NullableDateTime(
      'Start of the last import before it that could have seen the new value: the change was made after this. Null if it is not known.',
      '2026-11-23T19:02:03.000Z',
    ),
    field: Type.Unsafe<string>({
      ...{ type: 'string', enum: fieldNames },
      description: `What changed. ${meanings.join(' ')}`,
      examples: ['agenda_item'],
    }),
    old: NullableStr('The value before; null if there was none.', 'Noise By-law review'),
    new: NullableStr('The value now; null if there is none.', null),
    long: Nullable(
      Obj(
        'LongValues',
        `Both values, if one has more than ${historyValueMax} bytes; \`old\` and \`new\` are null then.`,
        { old: LongValue, new: LongValue },
      ),
    ),
    about: Obj('HistorySubject', 'What the field is of: the record, or a part of it.', {
      kind: Type.Unsafe<string>({
        ...{ type: 'string', enum: aboutKinds },
        description: 'Its kind.',
        examples: ['agenda_item'],
      }),
      slug: NullableStr(
        'Its slug, of a part as it was then; null for documents and for people who are not on record.',
        '2026-11-24-town-council-item-7-2',
      ),
      title: NullableStr('Its title or name, of a part as it was then.', 'Noise By-law review'),
    }),
  },
)
export type HistoryItem = Type.Static<typeof HistoryItem>

export const HistoryQuery = Query({ ...cursorPaging })
