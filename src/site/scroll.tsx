import type { ComponentChildren } from 'preact'

/** A region that scrolls sideways; a keyboard must reach it, so it has focus and a name. */
export function Scroll({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the rule knows no region that scrolls; axe demands that a keyboard reach one.
    <section class="scroll" tabIndex={0} aria-label={name}>
      {children}
    </section>
  )
}
