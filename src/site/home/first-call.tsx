import type { SiteConfig } from '../tools.ts'

/** Two calls to paste: one that needs nothing, and one with a key. */
export function FirstCall({ slug, config }: { slug: string; config: SiteConfig }) {
  const open = `curl '${config.baseUrl}/api/ocd/${slug}/people?per_page=3'`
  const keyed = `curl -H 'X-API-Key: YOUR_KEY' '${config.baseUrl}/api/v1/${slug}/meetings?per_page=3'`
  return (
    <>
      <h2 id="first-call">A first call</h2>
      <p>Open Civic Data needs no key. Paste this into a terminal:</p>
      <pre class="call" data-copy="Copy the open call">
        {open}
      </pre>
      <p>
        Reeve’s own API tells more, and takes a key.{' '}
        {config.signups === 'open' ? (
          <>
            <a href="/signup">Make a key</a>, it is free, and put it where <code>YOUR_KEY</code> is:
          </>
        ) : (
          <>
            The operator of this service hands keys out; yours goes where <code>YOUR_KEY</code> is:
          </>
        )}
      </p>
      <pre class="call" data-copy="Copy the call with a key">
        {keyed}
      </pre>
    </>
  )
}
