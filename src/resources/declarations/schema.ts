import type { Type } from 'typebox'
import {
  cursorPaging,
  DateFilter,
  Filter,
  NullableDate,
  NullableStr,
  Obj,
  Query,
  Str,
  UpdatedSince,
} from '../../http/schema-types.ts'
import { UpdatedAt } from '../_shared/schema.ts'

export const DeclarationItem = Obj(
  'DeclarationItem',
  'A declaration of interest, or a recusal whose reason says that an interest was declared.',
  {
    slug: Str('Name of the entry, unique in the register.', 'declaration-1f0c2a9b'),
    person_slug: NullableStr(
      'Slug of the person; null if the name could not be matched with certainty.',
      'dev-rangarajan',
    ),
    person_name: Str('Name.', 'Dev Rangarajan'),
    meeting_slug: NullableStr('Slug of the meeting.', '2025-05-20-town-council'),
    agenda_item_slug: NullableStr(
      'Slug of the agenda item; null if it is not on an agenda on record.',
      '2025-05-20-town-council-item-6-1',
    ),
    item_number: NullableStr('Number of the item, as the source of the entry writes it.', '6.1'),
    item_title: NullableStr('Title of the item.', 'Zoning by-law amendment: 212 Station Road'),
    matter_slug: NullableStr('Slug of the matter.', 'pl-102'),
    motion_slug: NullableStr('Slug of the motion, of a recusal; null for a declaration.', null),
    organization: NullableStr('Name of the body.', 'Town Council'),
    organization_slug: NullableStr('Slug of the body.', 'town-council'),
    nature: NullableStr(
      'What the interest is, as the source writes it; null if it does not say, as for items closed to the public.',
      'Owns a house that backs onto the plan',
    ),
    declared_on: NullableDate('Date of the declaration.', '2025-05-20'),
    received_on: NullableDate('Date on which the written statement was received.', null),
    statement_url: NullableStr('URL of the written statement.', null),
    text: NullableStr(
      'The declaration as the source writes it, or the reason of the recusal.',
      null,
    ),
    updated_at: UpdatedAt,
  },
)
export type DeclarationItem = Type.Static<typeof DeclarationItem>

export const DeclarationQuery = Query({
  ...cursorPaging,
  updated_since: UpdatedSince,
  person: Filter('Slug of the person who declared it.', 'dev-rangarajan'),
  organization: Filter('Slug of the body.', 'town-council'),
  date_from: DateFilter('Declarations on or after this date.', '2026-01-01'),
  date_to: DateFilter('Declarations on or before this date.', '2026-12-31'),
})
export type DeclarationQuery = Type.Static<typeof DeclarationQuery>
