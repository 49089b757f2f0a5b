/** The filtered fields of lists whose values an import counts, each with the column by which equal values are grouped. */
export const facetFields = {
  meetings: { type: 'type_folded' },
  motions: { result: 'result_folded', kind: 'kind' },
  matters: { status: 'status_folded', category: 'category_folded' },
  bylaws: { status: 'status_folded', category: 'category_folded', year: 'year' },
} as const satisfies Record<string, Record<string, string>>

export type FacetList = keyof typeof facetFields
