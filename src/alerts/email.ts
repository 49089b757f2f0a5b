import { createTransport, type SendMailOptions } from 'nodemailer'
import { listId } from './list-id.ts'

/** An e-mail as the outbox keeps it. */
export interface Email {
  /** BCP 47. */
  language: string
  subject: string
  text: string
  html: string
  /** Where one click stops everything (RFC 8058); null before a confirmation. */
  leaveUrl: string | null
}

export interface MailConfig {
  /** smtp:// or smtps://, with user and password. */
  readonly smtpUrl: string
  /** The address of the sender. */
  readonly mailFrom: string
  readonly siteUrl: string
  readonly operatorName: string | null
  /** The domain of envelope senders; null if they are `mailFrom`. */
  readonly bounceDomain: string | null
  /** Null if the mail server signs. */
  readonly dkim: Dkim | null
}

interface Dkim {
  readonly domain: string
  readonly selector: string
  /** PEM of an RSA key. */
  readonly privateKey: string
}

/** RFC 8058 requires a signature of both `List-Unsubscribe` headers, and nodemailer's default has only one. */
const signedHeaders = [
  ...['From', 'To', 'Subject', 'Date', 'Message-ID', 'MIME-Version', 'Content-Type'],
  ...['Content-Language', 'Auto-Submitted', 'List-ID'],
  ...['List-Unsubscribe', 'List-Unsubscribe-Post'],
].join(':')

/** What became of an e-mail. */
export type Outcome =
  | { is: 'sent' }
  /** The address is rejected for good: 5xx of RFC 5321. */
  | { is: 'rejected' }
  /** To try again: 4xx for this address, as a greylisting server says. */
  | { is: 'deferred' }
  /** To try again, as every other e-mail: the server does not take them. */
  | { is: 'failed'; why: string }

interface AddressedEmail {
  to: string
  messageId: string
  email: Email
  /** The local part of the envelope sender. */
  bounceName: string
}

export interface Mailer {
  send(mail: AddressedEmail): Promise<Outcome>
  close(): void
}

/** Without a response of the server. */
const timeoutMs = 30_000

/** One connection, which is kept from one e-mail to the next. */
export function openMailer(config: MailConfig): Mailer {
  const { smtpUrl, mailFrom, siteUrl, operatorName, bounceDomain, dkim } = config
  const transport = createTransport({
    ...{ url: smtpUrl, pool: true as const, maxConnections: 1 },
    ...{ connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs },
    // What an e-mail contains comes from records.
    ...{ disableFileAccess: true, disableUrlAccess: true },
    ...(dkim !== null && { dkim: signing(dkim) }),
  })
  const from = { name: operatorName ?? '', address: mailFrom }
  return {
    async send({ to, messageId, email, bounceName }) {
      const { language, subject, text, html, leaveUrl } = email
      // As an object: a text can name several addresses.
      const recipient = { name: '', address: to }
      const sender = bounceDomain === null ? mailFrom : `${bounceName}@${bounceDomain}`
      const options: SendMailOptions = {
        ...{ from, to: recipient, messageId, subject, text, html },
        envelope: { from: { name: '', address: sender }, to: recipient },
        headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
        list: {
          ...{ ID: listId(siteUrl) },
          ...(leaveUrl !== null && { unsubscribe: { url: leaveUrl } }),
        },
      }
      if (leaveUrl !== null)
        Object.assign(options.headers ?? {}, {
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        })
      try {
        await transport.sendMail(options)
        return { is: 'sent' }
      } catch (error) {
        return outcomeOf(error as SmtpError)
      }
    },
    close: () => transport.close(),
  }
}

const signing = ({ domain, selector, privateKey }: Dkim) => ({
  ...{ domainName: domain, keySelector: selector, privateKey },
  headerFieldNames: signedHeaders,
})

interface SmtpError extends Error {
  code?: string
  responseCode?: number
}

/** Only a recipient is rejected for good: a wrong password or a full server is the operator's to mend. */
function outcomeOf({ code = 'error', responseCode = 0, message }: SmtpError): Outcome {
  if (code === 'EENVELOPE') return { is: responseCode >= 500 ? 'rejected' : 'deferred' }
  return { is: 'failed', why: `${code}: ${message.split('\n', 1)[0]}` }
}
