import { Nullable, Obj, Str } from '../../http/schema-types.ts'

/** A person as other things refer to one. */
export const PersonRef = Nullable(
  Obj('PersonRef', 'A person, as other records refer to one.', {
    slug: Str('Slug of the person; the detail is at /people/{slug}.', 'rawlson-king'),
    name: Str('Name of the person.', 'Rawlson King'),
  }),
)
