import { errorTable } from '../../http/errors.ts'
import { Line } from './markdown.tsx'

/** Every code of the error table, each at an address of its own: `/docs/errors#meeting_not_found`. */
export function ErrorCodes({ baseUrl }: { baseUrl: string }) {
  return (
    <>
      <h2 id="each-code">Each code</h2>
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
              <Line text={meaning} baseUrl={baseUrl} />
            </dd>
            <dd>
              <Line text={remedy} baseUrl={baseUrl} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
