import { SourceError } from '../../source.ts'

const example = 'https://webapi.legistar.com/v1/<client>'

/**
 * The address of one council's Web API without a slash at its end, and the name that Legistar knows the council by.
 * Throws `SourceError`. What was given is in no message: whatever is wrong with it, it may hold a secret.
 */
export function councilAt(location: string): { base: string; client: string } {
  const url = URL.canParse(location) ? new URL(location) : undefined
  // It is kept and shown as where the record comes from, so nothing secret may be in it.
  if (url !== undefined && (url.search !== '' || url.username !== '' || url.password !== ''))
    throw new SourceError(
      `the location must be ${example} and nothing after it; put a token in LEGISTAR_TOKEN`,
    )
  const path = url?.pathname.replace(/\/+$/, '') ?? ''
  const client = /\/v1\/([A-Za-z0-9_-]+)$/.exec(path)?.[1]
  if (url === undefined || !/^https?:$/.test(url.protocol) || client === undefined)
    throw new SourceError(`the location must be a URL like ${example}`)
  return { base: `${url.origin}${path}`, client }
}
