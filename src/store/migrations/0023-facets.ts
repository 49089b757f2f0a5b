import { type Kysely, sql } from 'kysely'

/** The values that occur in filtered fields, and how often. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('facets')
    .addColumn('municipality_id', 'integer', (column) =>
      column.notNull().references('municipalities.id').onDelete('cascade'),
    )
    .addColumn('list', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('title', 'text')
    .addColumn('count', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('facets_key', ['municipality_id', 'list', 'name', 'value'] as never[])
    .execute()
  await fillFacets(db)
}

const valuesMax = 200

async function fillFacets(db: Kysely<unknown>): Promise<void> {
  const columns = sql.raw('(municipality_id, list, name, value, title, count)')
  for (const [list, name, value, folded] of facets)
    await sql`insert into facets ${columns}
      select municipality_id, ${sql.lit(list)}, ${sql.lit(name)}, value, null, number from (
        select *, row_number() over (partition by municipality_id order by number desc, value) as rank from (
          select municipality_id, min(${sql.raw(value)}) as value, count(*) as number from ${sql.table(list)}
          where removed_at is null and ${sql.raw(folded)} is not null
          group by municipality_id, ${sql.raw(folded)}) as counted) as ranked
      where rank <= ${sql.lit(valuesMax)}`.execute(db)
  await sql`insert into facets ${columns}
    select municipality_id, 'meetings', 'organization', slug, name, number from (
      select *, row_number() over (partition by municipality_id order by number desc, slug) as rank from (
        select o.municipality_id, o.slug, o.name, count(*) as number
        from meetings as m inner join organizations as o on o.id = m.organization_id
        where m.removed_at is null and o.removed_at is null group by o.id) as counted) as ranked
    where rank <= ${sql.lit(valuesMax)}`.execute(db)
}

/** List, field, value and what equal values are grouped by. */
const facets = [
  ['meetings', 'type', 'type', 'type_folded'],
  ['motions', 'result', 'result', 'result_folded'],
  ['motions', 'kind', 'kind', 'kind'],
  ['matters', 'status', 'status', 'status_folded'],
  ['matters', 'category', 'category', 'category_folded'],
  ['bylaws', 'status', 'status', 'status_folded'],
  ['bylaws', 'category', 'category', 'category_folded'],
  ['bylaws', 'year', 'cast(year as text)', 'nullif(year, 0)'],
] as const
