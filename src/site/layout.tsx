import type { ComponentChildren } from 'preact'
import { assets } from './assets.ts'
import { RunBy, SourceLink } from './operator.tsx'

export interface PageProps {
  title: string
  /** One sentence for search engines. */
  description?: string
  /** Path of the section that the navigation marks as current. */
  part?: string
  /** Navigation beside the content; after it in the document, and on small screens. */
  navigation?: ComponentChildren
  children?: ComponentChildren
}

const parts = [
  { path: '/docs', name: 'Documentation' },
  { path: '/api/v1/docs', name: 'API reference' },
  { path: '/settings/api-keys', name: 'API keys' },
]

/** The layout of every page. */
export function Page({ title, description, part, navigation, children }: PageProps) {
  return (
    <html lang="en-CA">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title === 'Reeve' ? title : `${title} · Reeve`}</title>
        {description !== undefined && <meta name="description" content={description} />}
        <link rel="stylesheet" href={assets.style.path} />
        <link rel="icon" href={assets.icon.path} type={assets.icon.type} />
        <script src={assets.script.path} defer />
      </head>
      <body class={navigation === undefined ? undefined : 'with-side'}>
        <a class="skip" href="#main">
          Skip to content
        </a>
        <header class="site">
          <a class="brand" href="/">
            Reeve
          </a>
          <nav aria-label="Site">
            {parts.map(({ path, name }) => (
              <a key={path} href={path} aria-current={path === part ? 'page' : undefined}>
                {name}
              </a>
            ))}
          </nav>
        </header>
        <main id="main">{children}</main>
        {navigation}
        <footer class="site">
          <p>
            Reeve publishes the records of municipal councils as data, free to read and to build on.
          </p>
          <RunBy />
          <p>
            <a href="/docs">Documentation</a> · <a href="/api/v1/docs">API reference</a> ·{' '}
            <a href="/api/v1/openapi.json">OpenAPI document</a>
            <SourceLink />
          </p>
        </footer>
      </body>
    </html>
  )
}
