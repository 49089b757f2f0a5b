import type { FacetList, facetFields } from '../../core/facet-fields.ts'
import type { FacetRow } from './queries.ts'
import type { Facets } from './schema.ts'

export function toFacets(rows: readonly FacetRow[]): Facets {
  const rowsOf = (list: FacetList, name: string) =>
    rows.filter((row) => row.list === list && row.name === name)
  const values = <List extends FacetList>(
    list: List,
    name: keyof (typeof facetFields)[List] & string,
  ) => rowsOf(list, name).map(({ value, count }) => ({ value, count }))
  return {
    meetings: {
      type: values('meetings', 'type'),
      organization: rowsOf('meetings', 'organization').map(({ value, title, count }) => ({
        value,
        name: title ?? value,
        count,
      })),
    },
    motions: {
      result: values('motions', 'result'),
      outcome: rowsOf('motions', 'outcome').map(({ value, count }) => ({ value, count })),
      kind: values('motions', 'kind'),
    },
    matters: { status: values('matters', 'status'), category: values('matters', 'category') },
    bylaws: {
      status: values('bylaws', 'status'),
      category: values('bylaws', 'category'),
      year: values('bylaws', 'year').map(({ value, count }) => ({ value: Number(value), count })),
    },
  }
}
