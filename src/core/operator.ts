/** Who runs this service, as far as the settings say. */
export interface Operator {
  readonly operatorName: string | null
  /** An e-mail address or an http(s) URL. */
  readonly operatorContact: string | null
  readonly sourceUrl: string | null
}

/** The contact as a URL. */
export function contactUrl(contact: string): string {
  return isWebUrl(contact) ? contact : `mailto:${contact}`
}

/** The `contact` of an OpenAPI document; undefined where the settings name none. */
export function openApiContact({ operatorName: name, operatorContact: contact }: Operator) {
  if (name === null && contact === null) return undefined
  return {
    ...(name !== null && { name }),
    ...(contact !== null && (isWebUrl(contact) ? { url: contact } : { email: contact })),
  }
}

function isWebUrl(contact: string): boolean {
  return /^https?:/.test(contact)
}
