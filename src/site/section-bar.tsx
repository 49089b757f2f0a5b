interface SectionBarProps {
  /** The accessible name. */
  label: string
  /** What the sections belong to, with its own page if it has one. */
  heading: { name: string; path?: string }
  sections: readonly { path: string; name: string }[]
  /** Path of the section that is marked as current. */
  current: string | undefined
}

/** Links to the sections, below the header. */
export function SectionBar({ label, heading, sections, current }: SectionBarProps) {
  return (
    <nav class="sections" aria-label={label}>
      <strong>
        {heading.path === undefined ? (
          heading.name
        ) : (
          <a href={heading.path} aria-current={heading.path === current ? 'page' : undefined}>
            {heading.name}
          </a>
        )}
      </strong>
      {sections.map(({ path, name }) => (
        <a key={path} href={path} aria-current={path === current ? 'page' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  )
}
