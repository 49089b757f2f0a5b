export interface Operator {
  readonly operatorName: string | null
  /** An e-mail address or an http(s) URL. */
  readonly operatorContact: string | null
  readonly sourceUrl: string | null
}

export function contactUrl(contact: string): string {
  return isWebUrl(contact) ? contact : `mailto:${contact}`
}

/** The `contact` of the OpenAPI document. */
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
