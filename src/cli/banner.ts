import type { Config } from '../config/config.ts'
import { version } from '../config/version.ts'
import type { Demo } from './demo.ts'

/** What a person reads who has started the service. */
export function printBanner(config: Config, demo: Demo | undefined): void {
  const { siteUrl, baseUrl } = config
  const lines = [`Reeve ${version}`, `  Site   ${siteUrl}/`, `  Docs   ${baseUrl}/api/v1/docs`]
  if (demo?.key !== undefined) {
    const url = `${baseUrl}/api/v1/${demo.municipality}/meetings?per_page=1`
    lines.push(`  Key    ${demo.key}   (shown this once)`, '', 'Try it:', '')
    lines.push(`  curl -H 'X-API-Key: ${demo.key}' '${url}'`)
  }
  if (demo !== undefined && demo.key === undefined)
    lines.push('  Key    shown before; another: node dist/main.js keys create --email <email>')
  const warnings = warningsOf(config)
  if (warnings.length > 0) lines.push('', ...warnings)
  // In one piece, so that a program that reads it never sees half of it.
  console.log(lines.join('\n'))
}

// What can be right, and is more often an oversight.
function warningsOf({ siteUrl, signInAllowed, signInPrivate, trustProxy }: Config): string[] {
  if (!signInAllowed)
    return [`Nobody can sign in: SITE_URL is plain http. Use https, or set ALLOW_INSECURE_HTTP=1.`]
  if (!signInPrivate)
    return ['Passwords cross the network readable: SITE_URL is plain http (ALLOW_INSECURE_HTTP=1).']
  if (siteUrl.startsWith('https:') && trustProxy.length === 0)
    return [
      'All clients behind the proxy count as one when sign-in is slowed down: set TRUST_PROXY to its address.',
    ]
  return []
}
