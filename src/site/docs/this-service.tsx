import { OperatorLink } from '../operator.tsx'
import type { SiteConfig } from '../tools.ts'

/** The limits as they are set here; the guide tells the usual ones. */
export function LimitsHere({ config }: { config: SiteConfig }) {
  return (
    <div class="card">
      <dl class="facts">
        <dt>Requests of one key</dt>
        <dd>{config.rateLimit} in any 60 seconds</dd>
        <dt>Keys in one account</dt>
        <dd>{config.keysPerAccount}</dd>
      </dl>
      <p class="quiet">As this service is set.</p>
    </div>
  )
}

/** Where nobody can make an account, a guide must not send anybody to make one. */
export function KeysElsewhere() {
  return (
    <p class="notice">
      Sign-up is closed on this service. Ask <OperatorLink /> for a key.
    </p>
  )
}
