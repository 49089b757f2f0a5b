import { DateTimeStr, Nullable, Obj, Str } from '../../http/schema-types.ts'

export const PersonRef = Nullable(
  Obj('PersonRef', 'Reference to a person.', {
    slug: Str('Slug of the person, for /people/{slug}.', 'rawlson-king'),
    name: Str('Name of the person.', 'Rawlson King'),
  }),
)

export const UpdatedAt = DateTimeStr(
  'Time of the last change to it or its parts.',
  '2026-06-14T11:33:25.000Z',
)
