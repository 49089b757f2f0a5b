/** The date of a time in a time zone: November 21, 2026. */
export function Day({ at, timeZone }: { at: string; timeZone: string }) {
  const shown = new Date(at).toLocaleDateString('en-CA', { dateStyle: 'long', timeZone })
  return <time dateTime={at}>{shown}</time>
}
