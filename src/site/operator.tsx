import { contactUrl, type Operator } from '../core/operator.ts'

import { useFace } from './face.ts'
import { english, useSiteLocale } from './locale.ts'
import type { SiteWords } from './words/en.ts'

/** The name of the operator, for plain text in English. */
export function operatorIn({ operatorName }: Pick<Operator, 'operatorName'>): string {
  return operatorName ?? english.words.layout.operator
}

/** The name of the operator, linked to the contact if there is one. */
export function OperatorLink() {
  const { operator } = useFace()
  const { words } = useSiteLocale()
  return <ContactLink operator={operator} text={operator.operatorName ?? words.layout.operator} />
}

/** The operator and the contact; nothing if neither is set. */
export function RunBy({ words }: { words: SiteWords['layout'] }) {
  const { operator } = useFace()
  const { operatorName, operatorContact } = operator
  if (operatorName === null && operatorContact === null) return null
  return (
    <p>
      {operatorName !== null && words.runBy(operatorName)}
      {operatorName !== null && operatorContact !== null && ' · '}
      {operatorContact !== null && <ContactLink operator={operator} text={words.contact} />}
    </p>
  )
}

/** A separator and a link to the source code; nothing if SOURCE_URL is not set. */
export function SourceLink({ words }: { words: SiteWords['layout'] }) {
  const { sourceUrl } = useFace().operator
  if (sourceUrl === null) return null
  return (
    <>
      {' · '}
      <a href={sourceUrl}>{words.source}</a>
    </>
  )
}

function ContactLink({ operator, text }: { operator: Operator; text: string }) {
  const { operatorContact } = operator
  if (operatorContact === null) return <>{text}</>
  return <a href={contactUrl(operatorContact)}>{text}</a>
}
