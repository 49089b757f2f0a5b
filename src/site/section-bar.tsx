import type { ComponentChildren } from 'preact'

interface SectionBarProps {
  /** The accessible name. */
  label: string
  /** What the sections belong to. */
  heading: ComponentChildren
  sections: readonly { path: string; name: string }[]
  /** Path of the section that is marked as current. */
  current: string | undefined
}

/** Links to the sections, below the header. */
export function SectionBar({ label, heading, sections, current }: SectionBarProps) {
  return (
    <nav class="sections" aria-label={label}>
      <strong>{heading}</strong>
      {sections.map(({ path, name }) => (
        <a key={path} href={path} aria-current={path === current ? 'page' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  )
}
