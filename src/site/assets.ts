import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { escapeUTF8 } from 'entities'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Palette, Palettes } from '../core/accent.ts'
import type { Crest } from '../core/branding.ts'
import { forever, StaticDocument } from '../http/static-document.ts'
import { packageFile } from '../package-file.ts'

const folder = packageFile('assets/')

export interface Asset {
  /** Contains a digest of the content, so that browsers may cache it forever. */
  path: string
  type: string
  content: Buffer
}

function toAsset(name: string, type: string, content: Buffer): Asset {
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 12)
  return { path: `/assets/${digest}/${name}`, type, content }
}

const readFile = (name: string) => readFileSync(new URL(name, folder))
const readAsset = (name: string, type: string) => toAsset(name, type, readFile(name))
const readStyles = (names: readonly string[]) =>
  names.map((name) => packed(readFile(`style/${name}.css`).toString())).join('')

/** Without comments and line breaks. */
const packed = (css: string) => css.replace(/\/\*.*?\*\//gs, '').replace(/\s+/g, ' ')

// Print comes last, because it overrides the others.
const siteStyle = readStyles([
  ...['base', 'frame', 'forms', 'parts', 'bars', 'explore', 'records', 'front', 'filter', 'votes'],
  ...['chamber', 'agreement', 'attendance', 'wards', 'search', 'docs', 'code', 'print'],
])
const embedStyle = readStyles(['base', 'explore', 'chamber', 'embed'])

/** The style sheet of pages in the colours of a site. */
export const styleOf = (palettes: Palettes): Asset =>
  toAsset('site.css', 'text/css; charset=utf-8', Buffer.from(coloursOf(palettes) + siteStyle))

/** The style that is part of each embed. */
export const embedStyleOf = (palettes: Palettes): string => coloursOf(palettes) + embedStyle

// Paper is always light.
const coloursOf = ({ light, dark }: Palettes) =>
  `:root{${propertiesOf(light)}}@media screen and (prefers-color-scheme:dark){:root{${propertiesOf(dark)}}}`

const propertiesOf = ({ band, glow, link, linkInk }: Palette) =>
  `--band:${band};--glow:${glow};--link:${link};--link-ink:${linkInk}`

const extension = { 'image/svg+xml': 'svg', 'image/png': 'png' } as const

export const crestAsset = ({ type, base64 }: Crest): Asset =>
  toAsset(`${crestName}.${extension[type]}`, type, Buffer.from(base64, 'base64'))

const crestName = 'crest'

/** The icon of a site without a crest. */
export const letterIcon = (letter: string, colour: string): Asset =>
  toAsset(
    'icon.svg',
    'image/svg+xml',
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${colour}"/><text x="16" y="23" font-family="sans-serif" font-size="20" font-weight="700" text-anchor="middle" fill="#fff">${escapeUTF8(letter)}</text></svg>`,
    ),
  )

/** A picture of strangers runs and loads nothing, even if it is opened by itself. */
const picturePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox"

/** The files that pages load, whatever the site. */
export const assets = {
  script: readAsset('site.js', 'text/javascript; charset=utf-8'),
  icon: readAsset('favicon.svg', 'image/svg+xml'),
  touchIcon: readAsset('touch-icon.png', 'image/png'),
  picture: readAsset('picture.png', 'image/png'),
  sampleCrest: readAsset('lowmere.svg', 'image/svg+xml'),
} as const

/** The pictures of the documentation, by the paths of their files. */
export const docsPictures: ReadonlyMap<string, Asset> = new Map([
  ['/assets/data-model.svg', readAsset('data-model.svg', 'image/svg+xml')] as const,
  ...['front', 'search', 'person', 'by-law', 'document', 'agreement'].map((name) => {
    const file = `design/${name}.webp`
    return [`/assets/${file}`, readAsset(file, 'image/webp')] as const
  }),
])

export const serveAssets: FastifyPluginAsync = async (site) => {
  for (const asset of [...Object.values(assets), ...docsPictures.values()])
    serve(site, asset.path, asset, forever)
  // Browsers request it by name, whatever the page says.
  serve(site, '/apple-touch-icon.png', assets.touchIcon, 'public, max-age=86400')
  const sendOwn = (request: FastifyRequest, reply: FastifyReply) => {
    const [path = ''] = request.url.split('?', 1)
    const document = site.face.current.files.get(path)
    if (document === undefined) return reply.callNotFound()
    if (/[.](svg|png|ico)$/.test(path)) reply.header('content-security-policy', picturePolicy)
    return document.send(request, reply)
  }
  site.get('/assets/*', sendOwn)
  site.get('/favicon.ico', sendOwn)
}

function serve(site: FastifyInstance, path: string, asset: Asset, cacheControl: string): void {
  const document = documentOf(asset, cacheControl)
  site.get(path, (request, reply) => document.send(request, reply))
}

export const documentOf = ({ type, content }: Asset, cacheControl = forever) =>
  new StaticDocument({ type, cacheControl, build: () => content })
