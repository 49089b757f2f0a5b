import { selectSources } from '../../store/import-runs.ts'
import { jsonRows, parseRows } from '../../store/json-rows.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { type RegisterName, type RegisterState, registerTables } from '../../store/registers.ts'

const tableOf = { person: 'people', organization: 'organizations' } as const

/** A kind of record that a register can be filtered by. */
export type ChoiceName = keyof typeof tableOf

/** What filters a register, by the name of the filter. */
export type Choices = Partial<Record<ChoiceName, { slug: string; name: string }[]>>

/** More than a municipality has. */
const choicesMax = 500

interface RegisterScope {
  municipalityId: number
  name: RegisterName
  choices: readonly ChoiceName[]
  state: RegisterState | undefined
}

/** The records that filter a register, by name, and the last import of each of its sources; one statement. */
export async function readChoices(
  db: ReadDatabase,
  { municipalityId, name, choices, state }: RegisterScope,
) {
  // The columns read here are the same in the tables that have the choice.
  const table = registerTables[name].table as 'declared_interests'
  const entriesOf = (choice: ChoiceName) =>
    db
      .selectFrom(table)
      .select(({ ref }) => ref(`${table}.${choice}_id`).$notNull().as('id'))
      .where(`${table}.municipality_id`, '=', municipalityId)
      .where(`${table}.${choice}_id`, 'is not', null)
  const named = (choice: ChoiceName) =>
    db
      .selectFrom(tableOf[choice] as 'people')
      .select(['slug', 'name'])
      .where('id', 'in', entriesOf(choice))
      .orderBy('name_folded')
      .orderBy('id')
  const row = await db
    .selectNoFrom([
      jsonRows(db, selectSources(db, municipalityId, state?.sources ?? [])).as('sources'),
      ...choices.map((choice) => jsonRows(db, named(choice), choicesMax).as(choice)),
    ])
    .executeTakeFirstOrThrow()
  return {
    sources: parseRows(row.sources),
    choices: Object.fromEntries(
      choices.map((choice) => [choice, parseRows(row[choice] ?? '[]')]),
    ) as Choices,
  }
}
