import PostalMime, { type Email } from 'postal-mime'
import { type BounceId, bounceIdsIn } from './bounce-address.ts'

/** What an incoming message says about an e-mail that was sent. */
export interface IncomingReport {
  /** `failure` of RFC 3464, `complaint` of RFC 5965, or why it is neither. */
  is: 'failure' | 'complaint' | { ignored: string }
  /** Whose e-mail it may be about, unverified. */
  ids: BounceId[]
}

/** A report has a group of fields for each recipient, and there is one. */
const groupsMax = 50
const idsMax = 20

/** Reads a message; `recipient` is that of its envelope, if known. Never throws. */
export async function readReport(raw: Uint8Array, recipient = ''): Promise<IncomingReport> {
  const email = await parse(raw)
  if (email === undefined) return { is: { ignored: 'a message that cannot be parsed' }, ids: [] }
  const kind = reportTypeOf(email)
  const [delivery, feedback] = await Promise.all([
    kind === 'delivery-status' ? fieldsOf(email, deliveryParts) : [],
    kind === 'feedback-report' ? fieldsOf(email, feedbackParts) : [],
  ])
  const recipients = [recipient, ...valuesOf(email, recipientHeaders)]
  const senders = feedback.flatMap((group) => group.get('original-mail-from') ?? [])
  const ids = [...recipients, ...senders].flatMap(bounceIdsIn).slice(0, idsMax)
  if (delivery.some(isFailure)) return { is: 'failure', ids }
  if (feedback.some(isAbuse)) return { is: 'complaint', ids }
  return { is: { ignored: whyIgnored(email, kind) }, ids }
}

type Fields = ReadonlyMap<string, string>

/** As mail servers note to whom a message was delivered. */
const recipientHeaders = ['delivered-to', 'x-original-to', 'envelope-to', 'to']
/** The second is of RFC 6533. */
const deliveryParts = ['message/delivery-status', 'message/global-delivery-status']
const feedbackParts = ['message/feedback-report']

const parse = (raw: Uint8Array) =>
  PostalMime.parse(raw, { forceRfc822Attachments: true, attachmentEncoding: 'utf8' }).catch(
    () => undefined,
  )

const valuesOf = ({ headers }: Email, names: readonly string[]) =>
  headers.filter(({ key }) => names.includes(key)).map(({ value }) => value)

function reportTypeOf(email: Email): string | undefined {
  const [type = ''] = valuesOf(email, ['content-type'])
  if (!/^\s*multipart\/report\s*(;|$)/i.test(type)) return undefined
  return /;\s*report-type\s*=\s*"?([\w-]+)/i.exec(type)?.[1]?.toLowerCase()
}

/** The groups of fields in the first part of a type, each written as a header is. */
async function fieldsOf({ attachments }: Email, types: readonly string[]): Promise<Fields[]> {
  const part = attachments.find(({ mimeType }) => types.includes(mimeType))
  if (typeof part?.content !== 'string') return []
  const groups = part.content.trim().split(/\r?\n[ \t]*\r?\n/, groupsMax)
  const parsed = await Promise.all(groups.map((group) => parse(Buffer.from(`${group}\r\n\r\n`))))
  return parsed.map((group) => new Map(group?.headers.map(({ key, value }) => [key, value])))
}

const isFailure = (group: Fields) =>
  /^\s*failed\b/i.test(group.get('action') ?? '') &&
  /^\s*5[.]\d{1,3}[.]\d{1,3}\b/.test(group.get('status') ?? '')

const isAbuse = (group: Fields) => /^\s*abuse\b/i.test(group.get('feedback-type') ?? '')

function whyIgnored(email: Email, kind: string | undefined): string {
  if (kind === 'delivery-status') return 'a delivery report without a permanent failure'
  if (kind === 'feedback-report') return 'a feedback report that is not about abuse'
  const [auto = 'no'] = valuesOf(email, ['auto-submitted'])
  return /^\s*auto-/i.test(auto) ? 'an automatic reply' : 'not a report of a mail server'
}
