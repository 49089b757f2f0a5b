/** Figures side by side; nothing without any. */
export function Counts({ counts }: { counts: readonly (readonly [string, string])[] }) {
  if (counts.length === 0) return null
  return (
    <dl class="counts">
      {counts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
