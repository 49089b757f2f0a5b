import type { ComponentChildren } from 'preact'

/** A fact beside the text; nothing without children. */
export function Fact({ name, children }: { name: string; children?: ComponentChildren }) {
  if (children === undefined || children === null || children === false) return null
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}
