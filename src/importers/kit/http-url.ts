const webAddress = /^https?:\/\/[^\s]+$/

/** `http(s)` addresses only: what publishers put into a field of links may be words. */
export function toUrl(text: string | null | undefined): string | null {
  const url = text?.trim() ?? ''
  return webAddress.test(url) ? url : null
}
