/** The name of a person; people have no page yet. */
export function PersonName({ name }: { name: string; slug: string | null }) {
  return <>{name}</>
}
