import { textOf } from './page-content.ts'

interface Field {
  name: string
  /** As it is sent; null for a box that is not checked. */
  value: string | null
  /** Another that the visitor may give; undefined if there is none. */
  other: string | null | undefined
}

export interface Form {
  action: string
  fields: Field[]
}

const tag = (name: string) => `<${name}((?: [a-zA-Z-]+(?:="[^"]*")?)*)\\s*/?>`

/** The forms of a page that only read. */
export function formsOf(html: string): Form[] {
  return [...html.matchAll(new RegExp(`${tag('form')}(.*?)</form>`, 'gs'))]
    .map(([, form = '', content = '']) => ({ form: attributesOf(form), content }))
    .filter(({ form }) => form.method === 'get')
    .map(({ form, content }) => ({ action: form.action ?? '', fields: fieldsOf(content) }))
}

/** Where a form leads with the values that it has, some of them changed. */
export function submitted(
  { action, fields }: Form,
  changed: Readonly<Record<string, string | null>> = {},
): string {
  const sent = fields.flatMap(({ name, value }) => {
    const given = name in changed ? (changed[name] ?? null) : value
    return given === null ? [] : [[name, given]]
  })
  return `${action}?${new URLSearchParams(sent)}`
}

function fieldsOf(content: string): Field[] {
  const field = new RegExp(`${tag('input')}|${tag('select')}(.*?)</select>`, 'gs')
  return [...content.matchAll(field)].map(([, input, select = '', options = '']) =>
    input === undefined ? selectField(select, options) : inputField(attributesOf(input)),
  )
}

function inputField({ type, name = '', value = '', checked }: Record<string, string>): Field {
  if (type === 'checkbox')
    return {
      name,
      ...(checked === undefined ? { value: null, other: value } : { value, other: null }),
    }
  if (type === 'hidden') return { name, value, other: undefined }
  return { name, value, other: type === 'date' ? otherDates[name] : 'other' }
}

const otherDates: Record<string, string> = { date_from: '2020-06-01', date_to: '2021-06-01' }

function selectField(select: string, options: string): Field {
  const { name = '' } = attributesOf(select)
  const all = [...options.matchAll(new RegExp(tag('option'), 'g'))].map(([, option = '']) =>
    attributesOf(option),
  )
  const chosen = all.find(({ selected }) => selected !== undefined) ?? all[0]
  return {
    name,
    value: chosen?.value ?? '',
    other: all.findLast((option) => option !== chosen)?.value,
  }
}

function attributesOf(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/ ([a-zA-Z-]+)(?:="([^"]*)")?/g)]
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, textOf(value)]))
}
