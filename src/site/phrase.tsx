import type { ComponentChildren } from 'preact'

/** A sentence of the dictionary; each `{name}` in it is replaced by the value of that name. */
export function Phrase({
  text,
  values,
}: {
  text: string
  values: Readonly<Record<string, ComponentChildren>>
}) {
  const parts = text.split(/\{(\w+)\}/)
  return <>{parts.map((part, at) => (at % 2 === 0 ? part : values[part]))}</>
}
