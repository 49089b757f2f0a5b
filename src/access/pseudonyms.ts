import { createHmac } from 'node:crypto'

/** Names that cannot be guessed without the secret of the database. */
export class Pseudonyms {
  readonly #secret: string

  constructor(secret: string) {
    this.#secret = secret
  }

  /** The id of the key that a form creates: a UUID, the same each time the form is submitted. */
  keyId(form: string): string {
    const digits = this.#digest('key', form).slice(0, 32)
    return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  }

  /** Replaces e-mail addresses without an account in the log. */
  email(email: string): string {
    return this.#digest('email', email).slice(0, 16)
  }

  #digest(kind: string, text: string): string {
    return createHmac('sha256', this.#secret).update(`${kind}\n${text}`).digest('hex')
  }
}
