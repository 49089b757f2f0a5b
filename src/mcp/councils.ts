import { foldText } from '../core/fold.ts'
import { regionCode } from '../core/provinces.ts'
import { listMunicipalities } from '../resources/municipalities/queries.ts'
import { toMunicipalityItem } from '../resources/municipalities/v1.represent.ts'
import { ownIteration } from '../store/iterations.ts'
import { type CallTools, readPage } from './results.ts'
import type { InputOf } from './schema.ts'

/** Councils of one statement. */
const councilsRead = 500

/** All councils of the service, by slug. */
async function listAll({ store }: CallTools) {
  const all: Row[] = []
  for (;;) {
    const after = all.at(-1)?.slug
    const range = { ...(after !== undefined && { after: [after] }), limit: councilsRead }
    const rows = await listMunicipalities(store.db, range)
    all.push(...rows)
    if (rows.length < councilsRead) return all
    await ownIteration()
  }
}

/** `list_councils`. */
export async function listCouncils(
  tools: CallTools,
  { name, region, next }: InputOf<'list_councils'>,
) {
  const all = await listAll(tools)
  const part = foldText(name ?? '')
  const found = all.filter(
    (row) =>
      foldText(`${row.name} ${row.slug}`).includes(part) &&
      (region === undefined || regionCode(row.division_id) === region.toLowerCase()),
  )
  const page = await readPage(tools, {
    ...{ scopeId: 0, tool: 'list_councils', filters: { name, region }, next },
    read: async ({ after: [slug = ''] = [], limit }) =>
      found.filter((row) => row.slug > slug).slice(0, limit),
    position: ({ slug }) => [slug],
    represent: async (rows) => rows.map((row) => councilOf(row, tools)),
  })
  return {
    quoted: ['name', 'source.name'],
    of: found.length,
    url: `${tools.config.siteUrl}/`,
    councils: page.items,
    next: page.next,
  }
}

type Row = Awaited<ReturnType<typeof listMunicipalities>>[number]

function councilOf(row: Row, { config }: CallTools) {
  const { slug, name, as_of, first_meeting, last_meeting, source, counts } = toMunicipalityItem(row)
  return {
    ...{ slug, name, as_of, first_meeting, last_meeting },
    region: regionCode(row.division_id),
    recorded_votes: counts.votes > 0,
    counts,
    url: `${config.siteUrl}/${slug}`,
    source,
    source_url: source?.url ?? row.url,
  }
}
