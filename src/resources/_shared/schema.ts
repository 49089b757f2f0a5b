import { Nullable, Obj, Str } from '../../http/schema-types.ts'

export const PersonRef = Nullable(
  Obj('PersonRef', 'Reference to a person.', {
    slug: Str('Slug of the person, for /people/{slug}.', 'rawlson-king'),
    name: Str('Name of the person.', 'Rawlson King'),
  }),
)
