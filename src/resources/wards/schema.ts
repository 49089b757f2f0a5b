import { Type } from 'typebox'
import { ArrayOf, cursorPaging, NullableStr, Obj, Query, Str } from '../../http/schema-types.ts'

export const WardItem = Obj('WardItem', 'A ward whose boundaries were imported.', {
  name: Str('Name, as the file of the boundaries writes it.', 'Ward 4 Northgate'),
  number: NullableStr('Its number, with the letter of a part, if its name has one.', '4'),
  division_id: NullableStr(
    'Open Civic Data id, made of that of the municipality and the number by their convention; null without a number, or if nothing calls it a ward or district.',
    'ocd-division/country:ca/csd:3599999/ward:4',
  ),
  postal_codes: Type.Array(Type.String(), {
    description:
      'Beginnings of the postal codes in it, in capitals without spaces, if the file has some.',
    examples: [['W1E']],
  }),
  people: ArrayOf(
    Obj('WardPerson', 'Somebody who sits for a ward.', {
      slug: Str('Slug of the person.', 'dev-rangarajan'),
      name: Str('Name of the person.', 'Dev Rangarajan'),
    }),
    'Who sits for it today, on any council of the municipality; empty if no one is on record.',
  ),
})
export type WardItem = Type.Static<typeof WardItem>

export const WardQuery = Query(cursorPaging)
