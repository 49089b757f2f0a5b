import { errorTable } from '../../http/errors.ts'
import { Line, type RenderContext } from './markdown.tsx'

/** Every error code, each with its own anchor: `/docs/errors#meeting_not_found`. */
export function ErrorCodes({ context }: { context: RenderContext }) {
  return (
    <>
      <h2 id="error-codes">Error codes</h2>
      <dl class="codes">
        {Object.entries(errorTable).map(([code, { status, meaning, remedy }]) => (
          <div key={code} id={code.toLowerCase()}>
            <dt>
              <a href={`#${code.toLowerCase()}`}>
                <code>{code}</code>
              </a>{' '}
              <span class="quiet">{status}</span>
            </dt>
            <dd>
              <Line text={meaning} context={context} />
            </dd>
            <dd>
              <Line text={remedy} context={context} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
