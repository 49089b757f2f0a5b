import { namesBelow, readShape } from '../../kit/json-files.ts'
import { findBodyKind } from '../../kit/vocabulary.ts'
import type { SourceItem } from '../../source.ts'
import type { OfficeRecord } from '../model.ts'
import { shapeChecks } from './schema.ts'

const appendix = 'people/appendix'
const metadataFile = 'people_metadata.json'

/** The districts that the mirror states beside its people, by the id of the person; none without the file. */
export async function readDistricts(
  folder: string,
): Promise<{ districts: Map<number, number>; warnings: SourceItem[] }> {
  if (!(await namesBelow(folder, appendix)).includes(metadataFile))
    return { districts: new Map(), warnings: [] }
  const path = `${appendix}/${metadataFile}`
  const file = await readShape(folder, path, shapeChecks.metadata, 'districts')
  if ('errors' in file) {
    const reason = 'cannot be read; seats have no districts'
    const warning = { type: 'warning', location: path, subject: 'districts', reason } as const
    return { districts: new Map(), warnings: [warning] }
  }
  // The mirror writes 0 where it knows no district.
  const stated = file.value.flatMap(({ ID: id, District: district }) =>
    district ? [[id, district] as const] : [],
  )
  return { districts: new Map(stated), warnings: [] }
}

/** The id of the last seat on the council: a district has no dates, so it holds for that one alone. */
export function lastSeatOf(
  offices: readonly (OfficeRecord & { bodyName: string })[],
): number | undefined {
  return offices
    .filter(({ bodyName }) => findBodyKind(bodyName) === 'council')
    .sort((left, right) => ((left.start ?? '') < (right.start ?? '') ? -1 : 1))
    .at(-1)?.id
}
