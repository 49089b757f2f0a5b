import { createHmac } from 'node:crypto'

/** Names for things that nobody can choose or guess without the secret of the database. */
export class Pseudonyms {
  readonly #secret: string

  constructor(secret: string) {
    this.#secret = secret
  }

  /** The id of the key that a form creates: a UUID, the same each time the form is sent. */
  keyId(form: string): string {
    const digits = this.#digest('key', form).slice(0, 32)
    return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  }

  /** Stands for an e-mail address in the log where no account has it. */
  email(email: string): string {
    return this.#digest('email', email).slice(0, 16)
  }

  #digest(kind: string, text: string): string {
    return createHmac('sha256', this.#secret).update(`${kind}\n${text}`).digest('hex')
  }
}
