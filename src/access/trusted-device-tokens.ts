import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'

/**
 * Signed cookies that identify browsers in which an account has signed in. They grant no access; they exempt the owner
 * from the throttling that others have caused.
 */
export class TrustedDeviceTokens {
  readonly #secret: string

  constructor(secret: string) {
    this.#secret = secret
  }

  /** @param email As returned by `normalizeEmail`. */
  issue(email: string): string {
    const id = randomUUID()
    return `${id}.${this.#sign(id, email)}`
  }

  /** The id of the browser if the token is valid for this e-mail address. */
  read(value: string | undefined, email: string): string | undefined {
    const [id = '', signature = '', more] = value?.split('.') ?? []
    const expected = Buffer.from(this.#sign(id, email))
    const given = Buffer.from(signature)
    if (more !== undefined || given.length !== expected.length) return undefined
    return timingSafeEqual(given, expected) ? id : undefined
  }

  #sign(id: string, email: string): string {
    return createHmac('sha256', this.#secret).update(`${id}\n${email}`).digest('base64url')
  }
}
