import type { ReferenceFiles } from '../http/reference-page.ts'
import type { Face } from './face.tsx'
import { Page } from './layout.tsx'
import { renderPage } from './send-page.ts'

/** `/api/v1/docs`: the interactive reference, in the frame of the site. */
export function referencePage(face: Face, files: ReferenceFiles): string {
  return renderPage(
    face,
    <Page
      title="API reference"
      description="Try every endpoint of the API in the browser."
      part="/api/v1/docs"
      {...files}
    >
      <h1>API reference</h1>
      <p>
        Every endpoint, to try here with your key. Also <a href="/docs/reference/api">as text</a>.
      </p>
      <noscript>
        <p class="notice">
          This page needs JavaScript. Without it, read{' '}
          <a href="/docs/reference/api">the same as text</a> or the <a href="/docs">guides</a>.
        </p>
      </noscript>
      <div id="swagger-ui" />
    </Page>,
  )
}
