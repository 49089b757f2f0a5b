import type { ComponentChildren } from 'preact'
import { urlOf } from '../list-page.ts'
import { useLocale } from '../locale.ts'
import type { Visit } from '../visit.ts'
import { Unknown } from './facet-select.tsx'

interface FilterFormProps {
  visit: Pick<Visit, 'path' | 'query'>
  /** Parameters without a field, which are sent again. */
  keep?: readonly string[]
  /** Parameters that filter nothing. */
  ignore?: readonly string[]
  submit?: string
  /** Fields after the button. */
  more?: ComponentChildren
  children: ComponentChildren
}

/** The filters of a list as a form that needs no script. */
export function FilterForm({ visit, keep = [], ignore = [], ...props }: FilterFormProps) {
  const { words } = useLocale()
  const { path, query } = visit
  const isFiltered = Object.keys(query).some((name) => !['cursor', ...ignore].includes(name))
  const unfiltered = Object.fromEntries(
    ignore.flatMap((name) => (name === 'page' ? [] : [[name, query[name]]])),
  )
  return (
    <form class="filter" action={path} method="get">
      {keep.map((name) => {
        const value = query[name]
        return value === undefined ? null : (
          <input key={name} type="hidden" name={name} value={String(value)} />
        )
      })}
      {props.children}
      <button type="submit">{props.submit ?? words.list.show}</button>
      {isFiltered && <a href={urlOf(path, unfiltered)}>{words.list.reset}</a>}
      {props.more}
    </form>
  )
}

interface FieldProps extends Pick<Visit, 'query'> {
  name: string
  label: string
}

interface ChoiceProps extends FieldProps {
  /** Stands for every value. */
  all: string
  options: readonly { slug: string; name: string }[]
}

export function Choice({ query, name, label, all, options }: ChoiceProps) {
  const given = query[name] === undefined ? undefined : String(query[name])
  const isListed = options.some(({ slug }) => slug === given)
  return (
    <label>
      {label}
      <select name={name}>
        <option value="">{all}</option>
        {given !== undefined && !isListed && (
          <option value={given} selected>
            {given}
          </option>
        )}
        {options.map((option) => (
          <option key={option.slug} value={option.slug} selected={option.slug === given}>
            {option.name}
          </option>
        ))}
      </select>
      {given !== undefined && !isListed && <Unknown value={given} />}
    </label>
  )
}

export function DateField({ query, name, label }: FieldProps) {
  return (
    <label>
      {label}
      <input type="date" name={name} value={String(query[name] ?? '')} />
    </label>
  )
}

export function Check({ query, name, label }: FieldProps) {
  return (
    <label class="check">
      <input type="checkbox" name={name} value="true" checked={query[name] === true} />
      {label}
    </label>
  )
}
