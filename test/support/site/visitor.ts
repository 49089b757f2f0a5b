import { type Service, uncompressed } from '../service/service.ts'

/** What a page returned. */
interface PageResponse {
  status: number
  headers: Headers
  body: string
  /** The target of a redirect. */
  location: string | null
}

/** A browser without JavaScript, which keeps cookies and sends forms with the Origin of their page. */
export interface Visitor {
  readonly cookies: Map<string, string>
  get(path: string, headers?: Record<string, string>): Promise<PageResponse>
  /** Sends a form; `headers` replace those of a browser. */
  post(
    path: string,
    fields?: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<PageResponse>
  /** Signs up with a unique e-mail address; returns the form. */
  signUp(): Promise<{ email: string; password: string }>
  /** Creates a key with the form; returns it. */
  makeKey(name: string): Promise<string>
}

let visitors = 0

/** A visitor of a service whose site is `service.url`. */
export function newVisitor(service: Pick<Service, 'url'>): Visitor {
  const cookies = new Map<string, string>()
  const send = async (path: string, init: RequestInit & { headers: Record<string, string> }) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...uncompressed, ...(cookie !== '' && { cookie }), ...init.headers }
    const response = await fetch(service.url + path, { ...init, headers, redirect: 'manual' })
    keep(cookies, response.headers.getSetCookie())
    return {
      status: response.status,
      headers: response.headers,
      body: await response.text(),
      location: response.headers.get('location'),
    }
  }
  const get: Visitor['get'] = (path, headers = {}) =>
    send(path, { headers: { accept: 'text/html', ...headers } })
  const post: Visitor['post'] = (path, fields = {}, headers = { origin: service.url }) =>
    send(path, {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: {
        accept: 'text/html',
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      },
    })
  return {
    cookies,
    get,
    post,
    async signUp() {
      visitors += 1
      const form = { email: `visitor${visitors}@example.ca`, password: 'seven wet herons' }
      const response = await post('/signup', form)
      if (response.status !== 303) throw new Error(`sign-up: ${response.status} ${response.body}`)
      return form
    },
    async makeKey(name) {
      const response = await post('/settings/api-keys', { name })
      const key = /rv_[0-9a-f]{64}/.exec(response.body)?.[0]
      if (key === undefined) throw new Error(`create a key: ${response.status} ${response.body}`)
      return key
    },
  }
}

function keep(cookies: Map<string, string>, lines: string[]): void {
  for (const line of lines) {
    const [pair = ''] = line.split(';')
    const name = pair.slice(0, pair.indexOf('='))
    const value = pair.slice(name.length + 1)
    const gone = /expires=Thu, 01 Jan 1970/i.test(line) || /max-age=0/i.test(line)
    if (gone || value === '') cookies.delete(name)
    else cookies.set(name, value)
  }
}

/** The error beside a field; undefined if there is none. */
export function fieldErrorOf(body: string, field: string): string | undefined {
  return new RegExp(`<p class="error" id="${field}-error">([^<]*)</p>`).exec(body)?.[1]
}

/** The value of a field. */
export function typedIn(body: string, field: string): string | undefined {
  const [input] =
    new RegExp(`<input(?:[^>"]|"[^"]*")* name="${field}"(?:[^>"]|"[^"]*")*>`).exec(body) ?? []
  return input === undefined ? undefined : /value="([^"]*)"/.exec(input)?.[1]
}

/** A visitor who has just created an account. */
export async function newOwner(
  service: Parameters<typeof newVisitor>[0],
): Promise<Visitor & { email: string; password: string }> {
  const visitor = newVisitor(service)
  return Object.assign(visitor, await visitor.signUp())
}
