import { listSources } from '../../store/import-runs.ts'
import { useLocale } from '../locale.ts'
import { paths } from '../paths.ts'
import type { Visit } from '../visit.ts'
import { type Register, type RegisterEntry, wordsOf } from './register.ts'
import { RegisterSource } from './register-source.tsx'

const latestMax = 5

/** A register for other sites, in two statements. */
export async function readRegister(visit: Visit, register: Register) {
  const { store, municipality, locale } = visit
  const { words } = locale
  const { title, none } = wordsOf(register, words)
  const state = municipality.registers[register.name]
  const { entries, sources } = await store.read(async (db) => ({
    entries: await register.readNewest(visit, db, latestMax),
    sources: await listSources(db, municipality.id, state?.sources ?? []),
  }))
  return {
    title: `${title}, ${municipality.name}`,
    content: (
      <>
        <h1>
          <a href={paths.register(municipality, register.name)}>{title}</a>
        </h1>
        <p>
          {entries.length === 0 ? (
            none
          ) : (
            <RegisterSource
              {...{ state, sources, name: register.name }}
              council={municipality.name}
            />
          )}{' '}
          {words.registers.official}
        </p>
        <ul class="rows">
          {entries.map((entry) => (
            <li key={entry.slug}>
              <Line register={register} entry={entry} />
            </li>
          ))}
        </ul>
      </>
    ),
  }
}

/** The columns of an entry, those that are empty aside. */
function Line({ register, entry }: { register: Register; entry: RegisterEntry }) {
  const { columns } = wordsOf(register, useLocale().words)
  const shown = entry.cells.filter((cell) => cell !== null)
  return (
    <>
      {shown.map((cell, at) => (
        <span key={columns[at]}>
          {at > 0 && ' · '}
          {cell}
        </span>
      ))}
    </>
  )
}
