/** Words in boxes, such as the states of a by-law. */
export function Labels({ labels }: { labels: readonly string[] }) {
  return (
    <>
      {labels.map((label) => (
        <span key={label}>
          <span class="label">{label}</span>{' '}
        </span>
      ))}
    </>
  )
}
