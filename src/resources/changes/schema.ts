import { type TSchema, Type } from 'typebox'
import { Meta, Pagination } from '../../http/envelope.ts'
import {
  ArrayOf,
  cursorPaging,
  DateTimeStr,
  Int,
  NullableStr,
  Obj,
  Query,
  Str,
} from '../../http/schema-types.ts'

const changeOps = ['upsert', 'remove'] as const

const tokenExample = 'WzEsMywiNXZYb0Z4Il0.h3c4ZfWgo7kq2Jm1m0Vx5A'

/** Changes of records of these kinds, each as its detail. */
export function changesSchema(kinds: readonly string[], details: readonly TSchema[]) {
  const item = Obj('ChangeItem', 'A record as it is now, or that it is gone.', {
    kind: Type.Unsafe<string>({
      ...{ type: 'string', enum: [...kinds] },
      description: 'Kind of the record.',
      examples: ['motion'],
    }),
    op: Type.Unsafe<(typeof changeOps)[number]>({
      ...{ type: 'string', enum: [...changeOps] },
      description: '`upsert`: store `record`. `remove`: delete the record with this kind and id.',
      examples: ['upsert'],
    }),
    id: Int('Id of the record, unique within its kind and permanent.', 70),
    slug: Str('Its slug, which can change.', 'motion-c-1201'),
    ocd_id: NullableStr(
      'Its Open Civic Data id; null for by-laws.',
      'ocd-vote/8a1f6c0e-3b54-4d0f-9a51-2f1f6f6f9a10',
    ),
    changed_at: DateTimeStr('Time of the import that changed it.', '2026-11-26T11:33:25.000Z'),
    // Written as JSON by the route.
    record: Type.Unsafe<string>({
      anyOf: [...details, { type: 'null' }],
      description: 'The detail of the record; null if it is gone.',
    }),
  })
  return Obj('ChangePage', 'One page of changes.', {
    data: ArrayOf(item, 'Changes of this page, the oldest first; each record once.'),
    pagination: Pagination,
    sync: Obj('Sync', 'Where to go on later.', {
      token: NullableStr(
        'On the last page, send this as `since` to get what changes after it; null while has_more is true. It never expires.',
        tokenExample,
      ),
    }),
    meta: Meta,
  })
}

export const changesQuery = (kinds: readonly string[]) =>
  Query({
    ...cursorPaging,
    since: Type.Optional(
      Type.String({
        ...{ minLength: 1, maxLength: 500 },
        description:
          '`sync.token` of an earlier list with the same `kind`; without it, all records are listed.',
        examples: [tokenExample],
      }),
    ),
    kind: Type.Optional(
      Type.String({
        ...{ minLength: 1, maxLength: 200 },
        description: `Only these kinds, separated by commas: ${kinds.join(', ')}.`,
        examples: ['meeting,motion'],
      }),
    ),
    format: Type.Optional(
      Type.Unsafe<'json' | 'ndjson'>({
        ...{ type: 'string', enum: ['json', 'ndjson'] },
        description:
          'ndjson: the changes of the page, one a line. The `Link` header has the next page, and `Reeve-Sync-Token` of the last one has the token.',
        examples: ['json'],
      }),
    ),
  })
