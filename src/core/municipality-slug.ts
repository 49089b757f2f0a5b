const pattern = /^[a-z0-9]+(-[a-z0-9]+)*$/

export function isMunicipalitySlug(slug: string): boolean {
  return pattern.test(slug)
}

/** First parts of paths that are not municipalities, here or in a later version. */
const reserved: ReadonlySet<string> = new Set([
  ...[
    'about',
    'accessibility',
    'alerts',
    'api',
    'assets',
    'bulk',
    'coverage',
    'docs',
    'embed',
    'feeds',
    'fr',
  ],
  ...[
    'login',
    'logout',
    'mcp',
    'metrics',
    'oembed',
    'privacy',
    'readyz',
    'recover',
    'reset',
    'search',
    'settings',
  ],
  ...['signup', 'status', 'terms'],
])

export function isReservedSlug(slug: string): boolean {
  return reserved.has(slug)
}
