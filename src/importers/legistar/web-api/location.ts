import { SourceError } from '../../source.ts'

const example = 'https://webapi.legistar.com/v1/<client>'

/**
 * The URL of one council's Web API without a trailing slash, and Legistar's name of the council. Throws `SourceError`,
 * never with the location in the message, because it may contain a secret.
 */
export function parseCouncilUrl(location: string): { base: string; client: string } {
  const url = URL.canParse(location) ? new URL(location) : undefined
  // The URL is stored and published as the source of the record, so it must not contain a secret.
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
