import { type BodyKind, findBodyKind } from '../kit/vocabulary.ts'
import type { SourceItem } from '../source.ts'
import { firstUrl } from './documents.ts'
import type { Entry } from './entry.ts'
import type { Organization } from './schema.ts'

export function* organizationItems(
  organization: Organization,
  entry: Entry,
): Generator<SourceItem> {
  const { name, classification, links, sources } = organization
  yield entry.record({
    kind: 'organization',
    key: entry.key,
    source_url: firstUrl(sources),
    name: entry.line(name) ?? name,
    classification: classify(entry.line(classification)),
    parent_key: entry.keyOf(
      'organization',
      '/parent_id',
      organization.parent_id,
      organization.parent,
    ),
    founding_date: entry.day('founding_date', organization.founding_date),
    dissolution_date: entry.day('dissolution_date', organization.dissolution_date),
    url: firstUrl(links),
  })
}

function classify(word: string | null): BodyKind | null {
  return word === null ? null : (findBodyKind(word) ?? 'other')
}
