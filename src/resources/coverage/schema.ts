import { Type } from 'typebox'
import { notServedMax } from '../../core/not-served-max.ts'
import {
  ArrayOf,
  Int,
  Nullable,
  NullableDate,
  NullableInt,
  NullableStr,
  Obj,
  Query,
  Str,
} from '../../http/schema-types.ts'
import { listedKinds, listingStates, notServedReasons } from '../../record/listing.ts'

const ListedCounts = Obj('ListedCounts', 'Meetings and documents.', {
  meetings: Int('Number of meetings.', 214),
  documents: Int('Number of documents.', 871),
})

const thing = {
  kind: Type.String({ enum: [...listedKinds], description: 'What it is.', examples: ['document'] }),
  title: NullableStr('As listed.', 'Agenda (HTML)'),
  date: NullableDate('Of the meeting.', '2026-06-02'),
  address: NullableStr('Where the portal has it.', 'https://pub-lowmere.example/1'),
  reason: Type.String({
    enum: [...notServedReasons],
    description: 'Why; `not_noted` if no reason was noted.',
    examples: ['not_found'],
  }),
}

/** A thing that is not served, without the source that lists it. */
const NotServedItem = Obj('NotServedItem', 'What a portal lists and is not served.', thing)

/** A row of the table of all of them. */
export const NotServedLine = Obj('NotServedLine', 'What a portal lists and is not served.', {
  source: Str('The source that lists it.', 'escribe:pub-lowmere.example'),
  ...thing,
})

const ComparedSource = Obj('ComparedSource', 'A source, and whether all that it lists is served.', {
  source: Str('Name of the source.', 'escribe:pub-lowmere.example'),
  state: Type.String({
    enum: [...listingStates, 'not_compared'],
    description:
      '`partial`: nothing is missing of what was compared, which is not all that it lists; `empty`: it listed nothing.',
    examples: ['missing'],
  }),
  not_served: NullableInt('Number of things that are not served; null if not compared.', 3),
  no_longer_listed: NullableInt(
    'Number of meetings that are served and that it no longer lists; null if not compared.',
    0,
  ),
})

export const CoverageItem = Obj(
  'CoverageItem',
  'What the portals list, and what of it is served.',
  {
    listed: Nullable(ListedCounts),
    served: Nullable(ListedCounts),
    not_served: ArrayOf(
      NotServedItem,
      `What is listed and not served, the newest first; of each source at most ${notServedMax}, whose \`not_served\` counts all.`,
    ),
    sources: ArrayOf(ComparedSource, 'The sources that were imported.'),
  },
)
export type CoverageItem = Type.Static<typeof CoverageItem>

export const CoverageQuery = Query({})
