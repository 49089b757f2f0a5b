import { isSignUpOpen } from '../accounts/closed.ts'
import { keyedCall, openCall, openUrl } from '../calls.ts'
import { OperatorLink } from '../operator.tsx'
import type { SiteConfig } from '../tools.ts'

/** Two example calls: one without a key, one with a key. */
export function FirstCall({ slug, config }: { slug: string; config: SiteConfig }) {
  return (
    <>
      <h2 id="first-call">Try the API</h2>
      <p>
        The Open Civic Data API needs no key. To get three people,{' '}
        <a href={openUrl(config, slug)}>open this URL</a> in your browser, or paste this into a
        terminal:
      </p>
      <pre class="call" data-copy="Copy the open call">
        {openCall(config, slug)}
      </pre>
      <p>
        Reeve’s own API (v1) has more detail and needs a key.{' '}
        {isSignUpOpen(config) ? (
          <>
            <a href="/signup">Sign up</a>, create a key for free, and replace <code>YOUR_KEY</code>:
          </>
        ) : (
          <>
            Ask <OperatorLink /> for one and replace <code>YOUR_KEY</code>:
          </>
        )}
      </p>
      <pre class="call" data-copy="Copy the call with a key">
        {keyedCall(config, slug, 'YOUR_KEY')}
      </pre>
    </>
  )
}
