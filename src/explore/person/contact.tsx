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

const emailPattern = /^[^\s@<>"?&]+@[^\s@<>"?&]+$/

/** Untrusted: only a plain e-mail address becomes a link. */
function EmailLink({ email }: { email: string }) {
  return emailPattern.test(email) ? <a href={`mailto:${email}`}>{email}</a> : <span>{email}</span>
}

const phonePattern = /^\+?(?:[().\s-]*\d){7,15}$/

/** Untrusted: only the digits of a number (at most 15, E.164) become a link. */
function PhoneLink({ phone }: { phone: string }) {
  const number = phone.replace(/[^\d+]/g, '')
  return phonePattern.test(phone) ? <a href={`tel:${number}`}>{phone}</a> : <span>{phone}</span>
}
