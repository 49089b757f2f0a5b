import type { ComponentChildren } from 'preact'

interface PartProps {
  id: string
  heading: string
  children: ComponentChildren
}

/** A part of a page of text: its heading, and beside it on a wide screen what it says. */
export function Part({ id, heading, children }: PartProps) {
  return (
    <section class="part" aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      <div>{children}</div>
    </section>
  )
}
