import { HeadRow } from '../../site/head-row.tsx'
import type { RegisterState } from '../../store/registers.ts'
import { useBodyOptions } from '../council-context.ts'
import { CouncilPage } from '../frame/council-page.tsx'
import { citeList } from '../frame/source-line.tsx'
import { useLocale } from '../locale.ts'
import { DoorList } from '../parts/door-list.tsx'
import { DateField, FilterForm, Select } from '../parts/filter-form.tsx'
import { More } from '../parts/rows.tsx'
import { paths } from '../paths.ts'
import { NoQuery, pageQuery } from '../schema.ts'
import type { ExplorePage, Visit } from '../visit.ts'
import type { Choices } from './queries.ts'
import {
  type EntryKind,
  type Register,
  type RegisterEntry,
  type RegisterRead,
  type Sum,
  wordsOf,
} from './register.ts'
import { RegisterSource } from './register-source.tsx'
import { listedRegisters, registersOf } from './registers.ts'

/** `/{municipality}/registers`: the registers that have entries. */
const registersPage: ExplorePage = {
  path: '/registers',
  querystring: NoQuery,
  async render(visit) {
    return <RegistersPage visit={visit} />
  },
}

/** `/{municipality}/registers`, and a page of each. */
export const registerPages: readonly ExplorePage[] = [
  registersPage,
  ...listedRegisters.map((register) => ({
    path: `/${register.name}`,
    querystring: pageQuery(register.query),
    /** In at most five statements. */
    async render(visit: Visit) {
      const { store, municipality } = visit
      const state = municipality.registers[register.name]
      const found = await store.read((db) => register.readPage(visit, db))
      return <RegisterPage {...{ visit, register, found, state }} />
    },
  })),
]

interface RegisterPageProps {
  visit: Visit
  register: Register
  state: RegisterState | undefined
  found: RegisterRead
}

function RegisterPage({ visit, register, state, found }: RegisterPageProps) {
  const { municipality, locale, query } = visit
  const { page, choices, sums, sources } = found
  const { words } = locale
  const { title, description, about, none } = wordsOf(register, words)
  const { name } = register
  const isFiltered = Object.keys(query).length > 0
  return (
    <CouncilPage
      visit={visit}
      title={title}
      description={description(municipality.name)}
      crumbs={[<a href={paths.registers(municipality)}>{words.registers.title}</a>, title]}
      citation={{ ...citeList(visit, { title, v1: name }), isEmbeddable: true }}
      table={{ path: name }}
      calendar={register.calendar}
      feed={{ path: name }}
      unlisted={state === undefined}
    >
      <h1>{title}</h1>
      <p class="lead">
        <RegisterSource {...{ state, sources, name: register.name }} council={municipality.name} />{' '}
        {words.registers.official}
      </p>
      <p class="quiet">{about}</p>
      {(isFiltered || state !== undefined) && (
        <Filter visit={visit} choices={choices} kinds={register.kinds} />
      )}
      {page.rows.length === 0 && <p>{state === undefined ? none : words.registers.noneSuch}</p>}
      {sums.length > 0 && <Sums sums={sums} />}
      {page.rows.length > 0 && <Table register={register} entries={page.rows} />}
      <More page={page} />
    </CouncilPage>
  )
}

function Table({ register, entries }: { register: Register; entries: readonly RegisterEntry[] }) {
  const { columns } = wordsOf(register, useLocale().words)
  return (
    <table class="stacked">
      <HeadRow names={columns} />
      <tbody>
        {entries.map(({ slug, cells }) => (
          <tr key={slug} id={slug}>
            {cells.map((cell, at) =>
              at === 0 ? <th scope="row">{cell}</th> : <td data-label={columns[at]}>{cell}</td>,
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** More than a register has, but for one whose clauses are read wrongly. */
const sumsMax = 30

function Sums({ sums }: { sums: readonly Sum[] }) {
  const { words, count } = useLocale()
  const { ground, noClause, entries } = words.registers
  return (
    <table class="sums">
      <HeadRow names={[ground, entries]} />
      <tbody>
        {sums.slice(0, sumsMax).map(({ name, count: number }) => (
          <tr key={name}>
            <th scope="row">{name ?? noClause}</th>
            <td class="number">{count(number)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface FilterProps {
  visit: Visit
  choices: Choices
  kinds: readonly EntryKind[]
}

/** The filters of the API. */
function Filter({ visit: { path, query }, choices, kinds }: FilterProps) {
  const { words } = useLocale()
  const { person = [], organization = [] } = choices
  const bodies = useBodyOptions(organization)
  const field = (name: string, label: string) => ({ query, name, label })
  const people = person.map(({ slug, name }) => ({ value: slug, name }))
  return (
    <FilterForm visit={{ path, query }}>
      {choices.person !== undefined && (
        <Select
          {...field('person', words.registers.person)}
          all={words.registers.all}
          options={people}
          ignoresCase
        />
      )}
      {choices.organization !== undefined && (
        <Select
          {...field('organization', words.list.body)}
          all={words.list.allBodies}
          options={bodies}
          ignoresCase
        />
      )}
      {kinds.length > 0 && (
        <Select
          {...field('kind', words.registers.kind)}
          all={words.registers.all}
          options={kinds.map((value) => ({ value, name: words.registers.kinds[value] }))}
        />
      )}
      <DateField {...field('date_from', words.list.from)} />
      <DateField {...field('date_to', words.list.to)} />
    </FilterForm>
  )
}

function RegistersPage({ visit }: { visit: Visit }) {
  const { municipality, locale } = visit
  const { words } = locale
  const { title, description, lead, none, official } = words.registers
  const doors = registersOf(municipality).map((register) => {
    const { title, about, ...of } = wordsOf(register, words)
    const name = 'meetings' in of ? of.meetings : title
    const href = paths.register(municipality, register.name)
    return { href, number: municipality.registers[register.name]?.count ?? 0, name, about }
  })
  return (
    <CouncilPage
      visit={visit}
      title={title}
      description={description(municipality.name)}
      unlisted={doors.length === 0}
    >
      <h1>{title}</h1>
      <p class="lead">
        {lead} {official}
      </p>
      {doors.length === 0 && <p>{none}</p>}
      <DoorList label={title} doors={doors} />
    </CouncilPage>
  )
}
