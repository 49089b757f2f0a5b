import type { ComponentChildren } from 'preact'

/** Holds what may be wider than the screen. It scrolls by itself, so a keyboard must reach it, and so it has a name. */
export function Scroll({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <section class="scroll" tabindex={0} aria-label={name}>
      {children}
    </section>
  )
}
