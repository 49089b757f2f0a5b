import type { ComponentChildren } from 'preact'

/** Holds what may be wider than the screen. It scrolls by itself, so a keyboard must reach it, and so it has a name. */
export function Scroll({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the rule knows no region that scrolls; axe demands that a keyboard reach one.
    <section class="scroll" tabIndex={0} aria-label={name}>
      {children}
    </section>
  )
}
