/** A name, its count, and where on the page the records are. */
type NamedCount = readonly [name: string, value: string, href?: string | undefined]

/** Counts side by side; nothing without any. */
export function Counts({ counts }: { counts: readonly NamedCount[] }) {
  if (counts.length === 0) return null
  return (
    <dl class="counts">
      {counts.map(([name, value, href]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{href === undefined ? value : <a href={href}>{value}</a>}</dd>
        </div>
      ))}
    </dl>
  )
}
