const httpUrl = /^https?:\/\/[^\s]+$/

/** The http(s) URL, or null: publishers also write words into link fields. */
export function toUrl(text: string | null | undefined): string | null {
  const url = text?.trim() ?? ''
  return httpUrl.test(url) ? url : null
}
