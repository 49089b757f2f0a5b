import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { contactUrl, type Operator } from '../core/operator.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Shown on every page, also on those of errors outside the site's own routes. */
    operator: Operator
  }
}

/** Given to every page by `sendPage`. */
export const OperatorContext = createContext<Operator>({
  operatorName: null,
  operatorContact: null,
  sourceUrl: null,
})

const unnamed = 'the operator of this service'

/** The name of the operator inside a sentence, where no link can stand. */
export function operatorIn({ operatorName }: Pick<Operator, 'operatorName'>): string {
  return operatorName ?? unnamed
}

/** The same, as a link to the contact where there is one. */
export function OperatorLink() {
  const operator = useContext(OperatorContext)
  return <ContactLink operator={operator} text={operatorIn(operator)} />
}

/** Who runs this service, and how to reach them; nothing where the settings say neither. */
export function RunBy() {
  const operator = useContext(OperatorContext)
  const { operatorName, operatorContact } = operator
  if (operatorName === null && operatorContact === null) return null
  return (
    <p>
      {operatorName !== null && <>Run by {operatorName}</>}
      {operatorName !== null && operatorContact !== null && ' · '}
      {operatorContact !== null && <ContactLink operator={operator} text="Contact the operator" />}
    </p>
  )
}

/** A link to the source code of this service, after a separator; nothing where no setting names it. */
export function SourceLink() {
  const { sourceUrl } = useContext(OperatorContext)
  if (sourceUrl === null) return null
  return (
    <>
      {' · '}
      <a href={sourceUrl}>Source code</a>
    </>
  )
}

function ContactLink({ operator, text }: { operator: Operator; text: string }) {
  const { operatorContact } = operator
  if (operatorContact === null) return <>{text}</>
  return <a href={contactUrl(operatorContact)}>{text}</a>
}
