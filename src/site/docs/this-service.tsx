import { OperatorLink } from '../operator.tsx'
import type { SiteConfig } from '../tools.ts'

/** The limits as set on this service; the guide describes the defaults. */
export function CurrentLimits({ config }: { config: SiteConfig }) {
  return (
    <div class="card">
      <h2>Limits of this service</h2>
      <dl class="facts">
        <dt>Requests per key</dt>
        <dd>{config.rateLimit} in any 60 seconds</dd>
        <dt>Keys per account</dt>
        <dd>{config.keysPerAccount}</dd>
      </dl>
    </div>
  )
}

/** Says where keys come from while sign-up is closed. */
export function SignUpClosed() {
  return (
    <p class="notice">
      Sign-up is closed on this service. Ask <OperatorLink /> for a key.
    </p>
  )
}
