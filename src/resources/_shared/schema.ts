import { Nullable, Shape, Text } from '../../http/schema-types.ts'

/** A person as other things refer to one. */
export const PersonRef = Nullable(
  Shape('PersonRef', 'A person, as other records refer to one.', {
    slug: Text('Slug of the person; the detail is at /people/{slug}.', 'rawlson-king'),
    name: Text('Name of the person.', 'Rawlson King'),
  }),
)
