import type { Type } from 'typebox'
import { ArrayOf, Int, Obj, Query, Str } from '../../http/schema-types.ts'

const Facet = Obj('Facet', 'A value that occurs, for a filter.', {
  value: Str('Value, as the filter takes it.', 'Carried'),
  count: Int('Number of items with it.', 521),
})

const YearFacet = Obj('YearFacet', 'A year that occurs.', {
  value: Int('Year.', 2026),
  count: Int('Number of items of it.', 34),
})

const OrganizationFacet = Obj('OrganizationFacet', 'An organization that met.', {
  value: Str('Slug of the organization, as the filter takes it.', 'town-council'),
  name: Str('Name.', 'Town Council'),
  count: Int('Number of its meetings.', 31),
})

export const Facets = Obj(
  'Facets',
  'The values that occur in filtered fields, most frequent first; of each field at most 200.',
  {
    meetings: Obj('MeetingFacets', 'Of meetings.', {
      type: ArrayOf(Facet, 'Kinds of meetings.'),
      organization: ArrayOf(OrganizationFacet, 'Organizations that met.'),
    }),
    motions: Obj('MotionFacets', 'Of motions.', {
      result: ArrayOf(Facet, 'Results as they are on record.'),
      outcome: ArrayOf(Facet, 'What became of them, as `outcome.verb` says it.'),
      kind: ArrayOf(Facet, 'Kinds of motions.'),
    }),
    matters: Obj('MatterFacets', 'Of matters.', {
      status: ArrayOf(Facet, 'Statuses.'),
      category: ArrayOf(Facet, 'Categories.'),
    }),
    bylaws: Obj('BylawFacets', 'Of by-laws.', {
      status: ArrayOf(Facet, 'Statuses.'),
      category: ArrayOf(Facet, 'Categories.'),
      year: ArrayOf(YearFacet, 'Years.'),
    }),
  },
)
export type Facets = Type.Static<typeof Facets>

export const FacetQuery = Query({})
