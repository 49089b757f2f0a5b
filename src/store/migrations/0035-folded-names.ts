import { type Kysely, sql } from 'kysely'

/** Names and titles without variants of letters, apostrophes and hyphens, which SQL cannot fold. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['people', 'organizations']) await fold(db, table, { name_folded: 'name' })
  await fold(db, 'bylaws', { title_folded: 'title', number_folded: 'bylaw_number' })
  await copyNames(db, 'votes', { name_folded: 'person_id' })
  await copyNames(db, 'agreements', { name_folded: 'person_id', other_name_folded: 'other_id' })
  await foldVoters(db)
}

type Columns = Readonly<Record<string, string>>

/** Each folded column from the text that it holds. */
async function fold(db: Kysely<unknown>, table: string, columns: Columns): Promise<void> {
  const names = Object.entries(columns)
    .flat()
    .map((name) => sql.id(name))
  const { rows } = await sql<
    Record<string, unknown>
  >`select id, ${sql.join(names)} from ${sql.id(table)}`.execute(db)
  for (const row of rows)
    for (const [column, written] of Object.entries(columns)) {
      const text = folded(String(row[written] ?? ''))
      if (text === row[column]) continue
      const groups = column === 'number_folded' ? sql`, number_groups = ${groupsOf(text)}` : sql``
      await sql`update ${sql.id(table)} set ${sql.id(column)} = ${text}${groups}
        where id = ${row.id}`.execute(db)
    }
}

/** Each column from the person in the other. */
async function copyNames(db: Kysely<unknown>, table: string, columns: Columns): Promise<void> {
  for (const [column, person] of Object.entries(columns))
    await sql`update ${sql.id(table)} set ${sql.id(column)} = people.name_folded from people
      where people.id = ${sql.id(table, person)} and people.removed_at is null
        and people.name_folded != ${sql.id(table, column)}`.execute(db)
}

/** Votes of no one whom the record has keep the name as written. */
async function foldVoters(db: Kysely<unknown>): Promise<void> {
  const unnamed = sql`not exists (select 1 from people where id = votes.person_id and removed_at is null)`
  await sql`create temp table folded_voters as
    select distinct person_name as name, name_folded as folded from votes where ${unnamed}`.execute(
    db,
  )
  await sql`create index folded_voters_name on folded_voters (name)`.execute(db)
  const { rows } = await sql<{ name: string; before: string }>`
    select name, folded as before from folded_voters`.execute(db)
  for (const { name, before } of rows)
    if (folded(name) !== before)
      await sql`update folded_voters set folded = ${folded(name)} where name = ${name}`.execute(db)
  await sql`update votes set name_folded = folded from folded_voters
    where name = person_name and folded != name_folded and ${unnamed}`.execute(db)
  await sql`drop table folded_voters`.execute(db)
}

const letters = {
  ...{ æ: 'ae', œ: 'oe', ß: 'ss', þ: 'th', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ı: 'i' },
  ...{ ŋ: 'n', ⱥ: 'a', ȼ: 'c', ⱦ: 't', ɬ: 'l', ʔ: '', ʕ: '', ɂ: '' },
}
const variants = new Map([
  ...Object.entries(letters),
  ...[..."'´‘’‛ʹʻʼʽʾʿ"].map((sign) => [sign, "'"] as const),
  ...[...'‐‑‒–—―−'].map((sign) => [sign, '-'] as const),
])
const variant = new RegExp(`[${[...variants.keys()].join('')}]`, 'g')

function folded(text: string): string {
  const plain = text.replaceAll('´', "'").normalize('NFKD').toLowerCase().normalize('NFKD')
  return plain.replace(/\p{M}/gu, '').replace(variant, (sign) => variants.get(sign) ?? sign)
}

function groupsOf(number: string): string {
  const parts = number.match(/\d+|\p{L}+/gu) ?? []
  return [' ', ...parts.map((part) => `${part.replace(/^0+(?=\d)/, '')} `)].join('')
}
