/** A moment in words, in UTC: pages are drawn without knowing where their reader is. */
export function UtcTime({ at }: { at: string }) {
  return <time dateTime={at}>{`${at.slice(0, 10)} ${at.slice(11, 16)} UTC`}</time>
}
