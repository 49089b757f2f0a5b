import { type ComponentChildren, isValidElement, toChildArray } from 'preact'
import { urlOf } from '../list-page.ts'
import { useLocale } from '../locale.ts'
import type { Visit } from '../visit.ts'
import { Unknown } from './facet-select.tsx'

interface FilterFormProps {
  visit: Pick<Visit, 'path' | 'query'>
  /** Parameters that filter nothing. */
  ignore?: readonly string[]
  submit?: string
  /** Fields after the button. */
  more?: ComponentChildren
  children: ComponentChildren
}

/** Parameters of the list that is shown, and not of the one that the form asks for. */
const notSent = ['cursor', 'page', 'match']

/** The filters of a list as a form that needs no script. Filters of the query without a field are sent again. */
export function FilterForm({ visit, ignore = [], ...props }: FilterFormProps) {
  const { words } = useLocale()
  const { path, query } = visit
  const fields = [...notSent, ...namesIn(props.children), ...namesIn(props.more)]
  const kept = Object.entries(query).filter(([name]) => !fields.includes(name))
  const isFiltered = Object.keys(query).some((name) => !['cursor', ...ignore].includes(name))
  const unfiltered = Object.fromEntries(
    ignore.flatMap((name) => (name === 'page' ? [] : [[name, query[name]]])),
  )
  return (
    <form class="filter" action={path} method="get">
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={String(value)} />
      ))}
      {props.children}
      <button type="submit">{props.submit ?? words.list.show}</button>
      {isFiltered && <a href={urlOf(path, unfiltered)}>{words.list.reset}</a>}
      {props.more}
    </form>
  )
}

/** Of the fields in a part of a form. */
function namesIn(part: ComponentChildren): string[] {
  return toChildArray(part).flatMap((child) => {
    if (!isValidElement(child)) return []
    const { name, children } = child.props as { name?: string; children?: ComponentChildren }
    return [...(name === undefined ? [] : [name]), ...namesIn(children)]
  })
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
  const { words } = useLocale()
  const isOpposite = query[name] === false
  return (
    <label class="check">
      <input
        type="checkbox"
        name={name}
        value={String(!isOpposite)}
        checked={query[name] !== undefined}
      />
      {isOpposite ? words.list.opposite(label) : label}
    </label>
  )
}
