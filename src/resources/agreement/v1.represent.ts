import type { AgreementRow } from './queries.ts'
import type { AgreementItem, PairAgreementItem } from './schema.ts'

const countsOf = ({ motions, same, contested_motions, contested_same }: AgreementRow) => ({
  motions,
  same,
  contested_motions,
  contested_same,
})

export function toAgreementItem(row: AgreementRow): AgreementItem {
  return { person_slug: row.other_slug, person_name: row.other_name, ...countsOf(row) }
}

export function toPairAgreementItem(row: AgreementRow): PairAgreementItem {
  const { person_slug, person_name, other_slug, other_name } = row
  return { person_slug, person_name, other_slug, other_name, ...countsOf(row) }
}
