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
  /** To try again: the server does not take it, and perhaps no other. */
  | { is: 'failed'; why: string; isMaybeTaken: boolean }

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

/** Milliseconds. */
interface Limits {
  /** Until the server responds to a connection. */
  connect: number
  /** Without a byte of the server, which may look for viruses. */
  idle: number
  /** Of an e-mail, for a server that says a little again and again. */
  whole: number
  /** Of the e-mail that is being sent when the mailer closes. */
  close: number
}
const second = 1000
const limits: Limits = {
  ...{ connect: 30 * second, idle: 120 * second, whole: 480 * second, close: 2 * second },
}

/** One connection, which is kept from one e-mail to the next. */
export function openMailer(config: MailConfig, { connect, idle, whole, close } = limits): Mailer {
  const { smtpUrl, mailFrom, siteUrl, operatorName, bounceDomain, dkim } = config
  const transport = createTransport({
    ...{ url: smtpUrl, pool: true as const, maxConnections: 1 },
    ...{ connectionTimeout: connect, greetingTimeout: connect, socketTimeout: idle },
    // A server that ends the connection may have taken the e-mail.
    maxRequeues: 0,
    // What an e-mail contains comes from records.
    ...{ disableFileAccess: true, disableUrlAccess: true },
    ...(dkim !== null && { dkim: signing(dkim) }),
  })
  const closing = new AbortController()
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
        signal: AbortSignal.any([AbortSignal.timeout(whole), closing.signal]),
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
    close() {
      transport.close()
      setTimeout(() => closing.abort(), close).unref()
    },
  }
}

const signing = ({ domain, selector, privateKey }: Dkim) => ({
  ...{ domainName: domain, keySelector: selector, privateKey },
  headerFieldNames: signedHeaders,
})

interface SmtpError extends Error {
  code?: string
  /** What the client said last. */
  command?: string
  response?: string
  responseCode?: number
  /** Of the operating system. */
  syscall?: string
}

/**
 * Only a recipient is rejected for good, and not by 530 or 5.7 (RFC 3463), which are about the sender: a wrong password, a
 * full server and an e-mail that is too large are the operator's to mend.
 */
function outcomeOf(error: SmtpError): Outcome {
  const { code = 'error', command, response = '', responseCode = 0, message } = error
  // The server closes the connection with 421.
  if (command === 'RCPT TO' && responseCode >= 400 && responseCode !== 421) {
    if (responseCode < 500) return { is: 'deferred' }
    if (!/^530|^5\d\d[ -]5[.]7[.]/.test(response)) return { is: 'rejected' }
  }
  const [line = ''] = message.split('\n', 1)
  // A connection that ends may have had the whole message.
  const isMaybeTaken = responseCode < 400 && error.syscall !== 'connect'
  return { is: 'failed', isMaybeTaken, why: `${code}: ${line.replace(/[^\s<>]*@[^\s<>]*/g, '…')}` }
}
