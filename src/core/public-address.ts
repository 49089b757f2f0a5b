// Also without its name, as in a link of a page.
const scheme = /^(?:[a-z][a-z0-9+.-]*:)?\/\//i

/**
 * An address without user, password, query and fragment, each of which may be a secret. Also of a text that is not a
 * valid URL, such as one with a password that contains `/`.
 */
export function publicAddress(address: string): string {
  const [start = ''] = scheme.exec(address) ?? []
  const [location = '', mark] = splitAtMark(withoutUser(address.slice(start.length)))
  return `${start}${location}${mark}`
}

// A password may contain "@", "/" and "?", so that the last "@" ends it; what could be either is not shown.
function withoutUser(text: string): string {
  const at = text.lastIndexOf('@')
  if (at < 0) return text
  const [location = '', mark] = splitAtMark(text)
  const authority = text.split(/[/?#]/, 1)[0] ?? ''
  const isBefore = location.includes('@')
  if (mark !== '' && location.length < at) {
    if (isBefore) return '…'
    if (URL.canParse(`https://${text}`)) return text
  }
  if (/[@:]/.test(authority)) return text.slice(at + 1)
  return `${text.slice(0, text.indexOf('@'))}…`
}

function splitAtMark(text: string): [location: string, mark: string] {
  const at = text.search(/[?#]/)
  return at < 0 ? [text, ''] : [text.slice(0, at), `${text[at]}…`]
}

// Process-wide, so that whatever prints or stores a message hides them, wherever the message was made.
const secrets = new Set<string>()

/** Hides what may be secret in these addresses from everything that `withoutSecrets` returns from now on. */
export function hideSecretsOf(...addresses: readonly string[]): void {
  for (const address of addresses) for (const secret of secretsIn(address)) secrets.add(secret)
}

/** A text without the secrets of addresses that were named to this process. */
export function withoutSecrets(text: string): string {
  let shown = text
  for (const secret of [...secrets].sort((one, other) => other.length - one.length))
    shown = shown.replaceAll(secret, '…')
  return shown
}

/** What `publicAddress` omits, as written and as a URL parser writes it. */
function secretsIn(address: string): string[] {
  if (publicAddress(address) === address) return []
  const urls = scheme.test(address) ? [address] : [address, `https://${address}`]
  return [...urls, ...urls.flatMap((url) => URL.parse(url)?.href ?? [])].flatMap(partsOf)
}

function partsOf(url: string): string[] {
  const rest = url.replace(scheme, '')
  const location = withoutUser(rest)
  const user = location === rest ? '' : rest.slice(0, rest.lastIndexOf('@'))
  const mark = location.search(/[?#]/)
  const query = mark < 0 ? '' : location.slice(mark + 1)
  // A single word of a user's name may be any word; a password and a value are hidden alone too.
  const password = user.includes(':') ? user.slice(user.indexOf(':') + 1) : ''
  const values = query.split(/[&#]/).map((pair) => pair.slice(pair.indexOf('=') + 1))
  const whole = [user === '' ? '' : `${user}@`, query]
  const alone = [password, ...values].flatMap((value) => [value, ...decoded(value)])
  return [...whole, ...alone.filter(({ length }) => length >= secretLengthMin)].filter(Boolean)
}

/** As a server writes it that has read it. */
function decoded(value: string): string[] {
  try {
    return [decodeURIComponent(value), decodeURIComponent(value.replaceAll('+', ' '))]
  } catch {
    return []
  }
}

// A shorter one, such as a page number, would be hidden in every other word.
const secretLengthMin = 5
