import { domainToASCII } from 'node:url'

/** RFC 5321: of a local part, and of a whole address. */
const [localMax, lengthMax] = [64, 254]
const local = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:[.][a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const domain = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?[.])+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/**
 * One e-mail address, in lower case, its domain as A-labels (RFC 5890); undefined for anything else, such as several,
 * one with a comment or in quotes, and a domain that is an IP address.
 */
export function parseAddress(text: string): string | undefined {
  const [name = '', host = '', more] = text.trim().toLowerCase().split('@')
  if (more !== undefined || name.length > localMax || !local.test(name)) return undefined
  // `domainToASCII` reads the host of a URL: it ignores line breaks, and what follows a slash.
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(host)) return undefined
  const ascii = domainToASCII(host)
  const address = `${name}@${ascii}`
  return address.length <= lengthMax && domain.test(ascii) ? address : undefined
}
