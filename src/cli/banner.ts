import type { Config } from '../config/config.ts'
import { version } from '../config/version.ts'
import type { Demo } from './demo.ts'

/** Prints URLs, and the key of a demo, after the service has started. */
export function printBanner(config: Config, demo: Demo | undefined): void {
  const { siteUrl, baseUrl } = config
  const lines = [`Reeve ${version}`, `  Site   ${siteUrl}/`, `  Docs   ${baseUrl}/api/v1/docs`]
  if (demo?.key !== undefined) {
    const url = `${baseUrl}/api/v1/${demo.municipality}/meetings?per_page=1`
    lines.push(`  Key    ${demo.key}   (shown only once)`, '', 'Try it:', '')
    lines.push(`  curl -H 'X-API-Key: ${demo.key}' '${url}'`)
  }
  if (demo !== undefined && demo.key === undefined)
    lines.push('  Key    already created; to create another: npx reeve keys create --email <email>')
  const warnings = warningsOf(config)
  if (warnings.length > 0) lines.push('', ...warnings)
  // One write, so that programs never read half of it.
  console.log(lines.join('\n'))
}

// Settings that are valid but often a mistake.
function warningsOf({ siteUrl, signInAllowed, signInPrivate, trustProxy }: Config): string[] {
  if (!signInAllowed)
    return [
      'Sign-in is disabled because SITE_URL is plain http. Use https, or set ALLOW_INSECURE_HTTP=1.',
    ]
  if (!signInPrivate)
    return [
      'Passwords are sent unencrypted because SITE_URL is plain http (ALLOW_INSECURE_HTTP=1).',
    ]
  if (siteUrl.startsWith('https:') && trustProxy.length === 0)
    return [
      'Sign-in limits treat all clients behind the proxy as one. Set TRUST_PROXY to the IP address of the proxy.',
    ]
  return []
}
