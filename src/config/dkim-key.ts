import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { ConfigError } from './config.ts'

/** RFC 8301: receivers do not accept shorter keys. */
const bitsMin = 1024

/**
 * The private key in a file, as PEM. Throws `ConfigError` if it cannot sign e-mails, because nodemailer sends them
 * unsigned then.
 */
export function readDkimKey(keyFile: string): string {
  const key = parseKey(readPem(keyFile))
  const bits = key?.asymmetricKeyDetails?.modulusLength ?? 0
  if (key?.asymmetricKeyType === 'rsa' && bits >= bitsMin)
    return key.export({ type: 'pkcs8', format: 'pem' }).toString()
  throw new ConfigError(
    `DKIM_KEY must be the file of a private RSA key of ${bitsMin} bits or more, in PEM and without a passphrase; ${keyFile} is not`,
  )
}

function readPem(keyFile: string): Buffer {
  try {
    return readFileSync(keyFile)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError(`DKIM_KEY: cannot read ${keyFile} (${code})`)
  }
}

function parseKey(pem: Buffer): KeyObject | undefined {
  try {
    return createPrivateKey(pem)
  } catch {
    return undefined
  }
}
