import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { forever, StaticDocument } from '../http/static-document.ts'
import { packageFile } from '../package-file.ts'

const folder = packageFile('assets/')

interface Asset {
  /** Contains a digest of the content, so that browsers may cache it forever. */
  path: string
  type: string
  content: Buffer
}

// Print comes last, because it overrides the others.
const styles = [
  ...[
    'base',
    'frame',
    'forms',
    'parts',
    'bars',
    'explore',
    'records',
    'filter',
    'votes',
    'search',
    'docs',
    'code',
  ],
  'print',
]

function readAsset(name: string, type: string, files: readonly string[] = [name]): Asset {
  const content = Buffer.concat(files.map((file) => readFileSync(new URL(file, folder))))
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 12)
  return { path: `/assets/${digest}/${name}`, type, content }
}

/** The style that is part of each embed. */
export const embedStyle = ['base', 'explore', 'embed']
  .map((name) => readFileSync(new URL(`style/${name}.css`, folder), 'utf8'))
  .join('')

/** The files that pages load. */
export const assets = {
  style: readAsset(
    'site.css',
    'text/css; charset=utf-8',
    styles.map((name) => `style/${name}.css`),
  ),
  script: readAsset('site.js', 'text/javascript; charset=utf-8'),
  icon: readAsset('favicon.svg', 'image/svg+xml'),
  touchIcon: readAsset('touch-icon.png', 'image/png'),
  picture: readAsset('picture.png', 'image/png'),
  dataModel: readAsset('data-model.svg', 'image/svg+xml'),
} as const

export const serveAssets: FastifyPluginAsync = async (site) => {
  for (const asset of Object.values(assets)) serve(site, asset.path, asset, forever)
  // Browsers request these by name, whatever the page says.
  serve(site, '/favicon.ico', assets.icon, 'public, max-age=86400')
  serve(site, '/apple-touch-icon.png', assets.touchIcon, 'public, max-age=86400')
}

function serve(
  site: FastifyInstance,
  path: string,
  { type, content }: Asset,
  cacheControl: string,
): void {
  const document = new StaticDocument({ type, cacheControl, build: () => content })
  site.get(path, (request, reply) => document.send(request, reply))
}
