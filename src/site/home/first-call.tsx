import { isSignUpOpen } from '../accounts/closed.ts'
import { keyedCall, openCall } from '../calls.ts'
import { OperatorLink } from '../operator.tsx'
import type { SiteConfig } from '../tools.ts'

/** Two calls to paste: one that needs nothing, and one with a key. */
export function FirstCall({ slug, config }: { slug: string; config: SiteConfig }) {
  return (
    <>
      <h2 id="first-call">A first call</h2>
      <p>Open Civic Data needs no key. Paste this into a terminal:</p>
      <pre class="call" data-copy="Copy the open call">
        {openCall(config, slug)}
      </pre>
      <p>
        Reeve’s own API tells more, and takes a key.{' '}
        {isSignUpOpen(config) ? (
          <>
            <a href="/signup">Create a key</a>, it is free, and replace <code>YOUR_KEY</code>:
          </>
        ) : (
          <>
            Ask <OperatorLink /> for a key, and put it where <code>YOUR_KEY</code> is:
          </>
        )}
      </p>
      <pre class="call" data-copy="Copy the call with a key">
        {keyedCall(config, slug, 'YOUR_KEY')}
      </pre>
    </>
  )
}
