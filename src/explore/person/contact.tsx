import { isEmailAddress } from '../../core/web-url.ts'
import type { PersonDetail } from '../../resources/people/schema.ts'
import { ExternalLink } from '../../site/external-link.tsx'

/** How to reach the person; nothing if none is recorded. */
export function Contact({ person: { email, phone, website } }: { person: PersonDetail }) {
  if (!email && !phone && !website) return null
  return (
    <p class="row">
      {email && <EmailLink email={email} />}
      {phone && <PhoneLink phone={phone} />}
      {website && <ExternalLink href={website}>{website}</ExternalLink>}
    </p>
  )
}

/** Untrusted: only an e-mail address becomes a link. */
function EmailLink({ email }: { email: string }) {
  if (!isEmailAddress(email)) return <span>{email}</span>
  // `?` and `&` would begin headers (RFC 6068).
  return <a href={`mailto:${encodeURI(email).replace(/[?&#]/g, encodeURIComponent)}`}>{email}</a>
}

const phonePattern = /^\+?(?:[().\s-]*\d){7,15}$/

/** Untrusted: only the digits of a number (at most 15, E.164) become a link. */
function PhoneLink({ phone }: { phone: string }) {
  const number = phone.replace(/[^\d+]/g, '')
  return phonePattern.test(phone) ? <a href={`tel:${number}`}>{phone}</a> : <span>{phone}</span>
}
