import { type ComponentChildren, isValidElement, toChildArray } from 'preact'
import { foldCase } from '../../core/fold.ts'
import { queryLengthMax } from '../../http/schema-types.ts'
import { nearestTo } from '../../resources/_shared/queries.ts'
import { urlOf } from '../list-page.ts'
import { useLocale } from '../locale.ts'
import type { Visit } from '../visit.ts'
import type { Words } from '../words/en.ts'

interface FilterFormProps {
  visit: Pick<Visit, 'path' | 'query'>
  /** Parameters that filter nothing. */
  ignore?: readonly string[]
  submit?: string
  /** Fields that narrow screens do not fold away. */
  first?: ComponentChildren
  /** Whether wide screens fold the fields away too, unless one is set. */
  isFolded?: boolean
  children: ComponentChildren
}

/** Parameters of the list that is shown, and not of the one that the form asks for. */
const notSent = ['cursor', 'page', 'match']

/** The filters of a list as a form that needs no script. What the schema of the page allows and has no field here is sent again. */
export function FilterForm({ visit, ignore = [], ...props }: FilterFormProps) {
  const { words } = useLocale()
  const { path, query } = visit
  const fields = [...notSent, ...namesIn(props.first), ...namesIn(props.children)]
  const kept = Object.entries(query).filter(([name]) => !fields.includes(name))
  const isFiltered = Object.keys(query).some((name) => !['cursor', ...ignore].includes(name))
  const unfiltered = Object.fromEntries(
    ignore.flatMap((name) => (name === 'page' ? [] : [[name, query[name]]])),
  )
  const button = <button type="submit">{props.submit ?? words.list.show}</button>
  return (
    <form class="filter" action={path} method="get">
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={String(value)} />
      ))}
      {props.first}
      <Folded values={valuesIn(props.children, query, words)} isAlways={props.isFolded}>
        {props.children}
        {props.first === undefined && button}
      </Folded>
      {props.first !== undefined && button}
      {isFiltered && <a href={urlOf(path, unfiltered)}>{words.list.reset}</a>}
    </form>
  )
}

interface FoldedProps {
  /** Those that are set. */
  values: readonly string[]
  /** Whether wide screens fold them too; open if one is set. */
  isAlways: boolean | undefined
  children: ComponentChildren
}

/** Fields that narrow screens fold away, with the values that are set. */
function Folded({ values, isAlways = false, children }: FoldedProps) {
  const { words } = useLocale()
  return (
    <details class={isAlways ? 'always folded' : 'folded'} open={isAlways && values.length > 0}>
      <summary>
        {values.length === 0 ? words.list.filters : words.list.filtered(values.join(', '))}
      </summary>
      <div class="fields">{children}</div>
    </details>
  )
}

/** The values that are set, as the fields of a part of a form show them. */
function valuesIn(part: ComponentChildren, query: Visit['query'], words: Words): string[] {
  return toChildArray(part).flatMap((child) => {
    if (!isValidElement(child)) return []
    const field = child.props as Partial<SelectProps & FacetProps> & {
      children?: ComponentChildren
    }
    const { name = '', label = '', options, shown = asItIs } = field
    const value = query[name]
    if (value === undefined) return valuesIn(field.children, query, words)
    if (child.type === Check) return [value === false ? words.list.opposite(label) : label]
    if (child.type === DateField) return [`${label} ${value}`]
    const option = options?.find((one) => foldCase(one.value) === foldCase(String(value)))
    return [option?.name ?? shown(String(value))]
  })
}

/** Of the fields in a part of a form. */
function namesIn(part: ComponentChildren): string[] {
  return toChildArray(part).flatMap((child) => {
    if (!isValidElement(child)) return []
    const { name, children } = child.props as { name?: string; children?: ComponentChildren }
    return [...(name === undefined ? [] : [name]), ...namesIn(children)]
  })
}

/** A name that is sent, and the value of the query. */
interface FieldProps extends Pick<Visit, 'query'> {
  name: string
  label: string
}

interface SelectProps extends FieldProps {
  /** Stands for every value. */
  all: string
  options: readonly { value: string; name: string }[]
  /** What a value that is not an option is called, if not as it is. */
  shown?: ((value: string) => string) | undefined
  /** Filters by words of the record do; those by slug do not. */
  ignoresCase?: boolean
  /** Whether something is found by a value that is not an option. */
  isFound?: boolean
}

/** A filter by one of some values, which are limited in number; says so of another value in the URL. */
export function Select({ query, name, label, all, options, ...props }: SelectProps) {
  const { words } = useLocale()
  const { shown = asItIs, ignoresCase = false, isFound = false } = props
  const fold = ignoresCase ? foldCase : asItIs
  const given = query[name] === undefined ? undefined : String(query[name])
  const isGiven = (value: string) => given !== undefined && fold(value) === fold(given)
  const unlisted = options.some(({ value }) => isGiven(value)) ? undefined : given
  const similar = nearestTo(
    unlisted ?? '',
    options.map(({ value }) => value),
  )
  const nearest = options.find(({ value }) => value === similar)?.name
  return (
    <label>
      {label}
      <select name={name}>
        <option value="">{all}</option>
        {unlisted !== undefined && (
          <option value={unlisted} selected>
            {shown(unlisted)}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value} selected={isGiven(option.value)}>
            {option.name}
          </option>
        ))}
      </select>
      {unlisted !== undefined && !isFound && (
        <span class="unknown">{words.list.unknown(shown(unlisted), nearest)}</span>
      )}
    </label>
  )
}

const asItIs = (value: string) => value

interface FacetProps extends FieldProps, Pick<SelectProps, 'shown'> {
  values: readonly { value: string | number; count: number }[]
}

/** A filter by a value that occurs; nothing if none does and none is given. */
export function Facet({ values, shown = asItIs, ...field }: FacetProps) {
  const { words, count } = useLocale()
  if (values.length === 0 && field.query[field.name] === undefined) return null
  const options = values.map((facet) => ({
    value: String(facet.value),
    name: `${shown(String(facet.value))} (${count(facet.count)})`,
  }))
  return <Select {...field} all={words.list.any} options={options} shown={shown} ignoresCase />
}

export function WordsField({ query, name, label }: FieldProps) {
  return (
    <label>
      {label}
      <input name={name} value={String(query[name] ?? '')} maxLength={queryLengthMax} />
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

/** A field of a form that leads to the member of council for a postal code. */
export function PostalCode({ value }: { value?: string | undefined }) {
  const { words } = useLocale()
  return (
    <label>
      {words.people.postalCode}
      <input name="postal_code" value={value} maxLength={20} size={8} autocomplete="postal-code" />
    </label>
  )
}
