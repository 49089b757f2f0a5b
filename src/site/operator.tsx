import { contactUrl } from '../core/operator.ts'
import { type Face, languageOf, useFace } from './face.tsx'
import { type SiteLocale, useSiteLocale } from './locale.ts'
import { Part } from './part.tsx'
import type { SiteWords } from './words/en.ts'

/** Who runs the site, for plain text. */
export function operatorIn({ operator, branding }: Face, { language, words }: SiteLocale): string {
  return operator.operatorName ?? branding.name?.[language].text ?? words.layout.operator
}

interface ContactProps {
  /** What it is about. */
  about?: keyof Face['contacts']
}

/** Who runs the site, linked to the contact if there is one. */
export function OperatorLink({ about = 'record' }: ContactProps) {
  const { operator, branding, contacts } = useFace()
  const { words, language } = useSiteLocale()
  const name = branding.name?.[language]
  if (operator.operatorName !== null || name === undefined)
    return (
      <ContactLink
        contact={contacts[about]}
        text={operator.operatorName ?? words.layout.operator}
      />
    )
  return (
    <span {...languageOf(name, language)}>
      <ContactLink contact={contacts[about]} text={name.text} />
    </span>
  )
}

/** The operator and the contact; nothing if neither is set. */
export function RunBy({ words }: { words: SiteWords['layout'] }) {
  const { operator, branding, contacts } = useFace()
  const { operatorName } = operator
  const { record } = contacts
  if (operatorName === null && record === null) return null
  const text = branding.name === null ? words.contact : words.contactUs
  return (
    <p>
      {operatorName !== null && words.runBy(operatorName)}
      {operatorName !== null && record !== null && ' · '}
      {record !== null && <ContactLink contact={record} text={text} />}
    </p>
  )
}

/** A link to the source code; nothing if SOURCE_URL is not set. */
export function SourceLink({ words }: { words: SiteWords['layout'] }) {
  const { sourceUrl } = useFace().operator
  if (sourceUrl === null) return null
  return <a href={sourceUrl}>{words.source}</a>
}

interface ContactSectionProps {
  about: keyof Face['contacts']
  heading: string
}

/** Whom to write to, with the address itself; nothing without a contact. */
export function ContactSection({ about, heading }: ContactSectionProps) {
  const contact = useFace().contacts[about]
  if (contact === null) return null
  return (
    <Part id="contact" heading={heading}>
      <p>
        <ContactLink contact={contact} text={contact} />
      </p>
    </Part>
  )
}

function ContactLink({ contact, text }: { contact: string | null; text: string }) {
  if (contact === null) return text
  return <a href={contactUrl(contact)}>{text}</a>
}
