import type { MailConfig } from '../alerts/email.ts'
import type { Config } from '../config/config.ts'
import { readDkimKey } from '../config/dkim-key.ts'

/** Undefined without a mail server. Throws `ConfigError` if the key that signs cannot be read. */
export function mailConfigOf(config: Config): MailConfig | undefined {
  const { smtpUrl, mailFrom, dkim } = config
  if (smtpUrl === null || mailFrom === null) return undefined
  const signing = dkim && { ...dkim, privateKey: readDkimKey(dkim.keyFile) }
  return { ...config, smtpUrl, mailFrom, dkim: signing }
}
