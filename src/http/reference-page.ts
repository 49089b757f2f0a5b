import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { libraryFile, packageFile } from '../package-file.ts'
import type { Json, Operation } from './openapi-document.ts'
import { openApiDocument } from './openapi-document.ts'
import { forever, StaticDocument, type StaticDocumentOptions } from './static-document.ts'

const prefix = '/api/v1'
const revalidated = 'no-cache'

/** URL paths of what the page loads. */
export interface ReferenceFiles {
  styles: readonly string[]
  scripts: readonly string[]
}

export interface ReferenceOptions {
  /** The page, with an element whose id is `swagger-ui`. */
  page(files: ReferenceFiles): string
  /** Whose API it is, in place of what `info` of the document has. */
  info(): { title: string; contact?: Json }
  /** Of the page and the document, which are made again when it changes. */
  version(): unknown
  /** Before each request for the page. */
  refresh(): Promise<void>
}

/** Serves the OpenAPI document and Swagger UI, without files from other servers. */
export const serveReference: FastifyPluginAsync<ReferenceOptions> = async (v1, options) => {
  const json = 'application/json; charset=utf-8'
  const own = () => {
    const document = openApiDocument(v1)
    return { ...document, info: { ...(document.info as Json), ...options.info() } }
  }
  const { version } = options
  const document = { build: () => JSON.stringify(own()), version }
  serve(v1, '/openapi.json', { type: json, ...document })
  const page: FastifyPluginAsync = async (docs) => {
    await serveReferencePage(docs, options)
    const tryOut = () => JSON.stringify(tryOutDocument(own()))
    serve(docs, '/json', { type: json, build: tryOut, version })
    // Every JSON document is YAML (YAML 1.2, 1.3).
    serve(docs, '/yaml', { type: 'application/yaml; charset=utf-8', ...document })
    for (const { path, type, content } of files)
      serve(docs, path, { type, build: () => content, cacheControl: forever })
  }
  await v1.register(page, { prefix: '/docs' })
}

/** Serves the page alone, whose files are those of `serveReference`. */
export async function serveReferencePage(
  docs: FastifyInstance,
  options: ReferenceOptions,
): Promise<void> {
  docs.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', policy)
  })
  const url = ({ path }: File) => `${prefix}/docs${path}`
  const loaded = {
    styles: [swaggerUi.style, swaggerUi.ownStyle].map(url),
    scripts: [swaggerUi.script, swaggerUi.start].map(url),
  }
  const html = new StaticDocument({
    ...{ type: 'text/html; charset=utf-8', cacheControl: revalidated },
    ...{ build: () => options.page(loaded), version: options.version },
  })
  docs.get('/', { schema: { hide: true } }, async (request, reply) => {
    await options.refresh()
    return html.send(request, reply)
  })
}

function serve(
  app: FastifyInstance,
  path: string,
  options: Omit<StaticDocumentOptions, 'cacheControl'> & { cacheControl?: string },
): void {
  const document = new StaticDocument({ cacheControl: revalidated, ...options })
  app.get(path, { schema: { hide: true } }, (request, reply) => document.send(request, reply))
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

interface File {
  /** Contains a digest of the content, so that it can be cached for ever. */
  path: string
  type: string
  content: string | Buffer
}

function file(name: string, type: string, content: string | Buffer): File {
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 12)
  return { path: `/static/${digest}/${name}`, type, content }
}

const script = 'text/javascript; charset=utf-8'
const style = 'text/css; charset=utf-8'

// The own layout has no top bar, which loads other documents, no second title and main landmark, and a heading above those of
// the resources. Deep links put links inside buttons, which is inaccessible.
const start = `
const dark = matchMedia('(prefers-color-scheme: dark)')
const colour = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', colour)
colour()
const layout = ({ React: { createElement: h } }) => ({
  components: {
    ReferenceLayout({ getComponent, specSelectors }) {
      const part = (name) => h(getComponent(name, true))
      if (!specSelectors.specStr()) return h('div', { className: 'swagger-ui' }, part('errors'))
      return h(
        'div',
        { className: 'swagger-ui' },
        h(getComponent('SvgAssets')),
        part('errors'),
        h('div', { className: 'scheme-container' }, h('div', { className: 'schemes' }, part('AuthorizeBtnContainer'))),
        h('h2', null, document.documentElement.lang.startsWith('fr') ? 'Points d’accès' : 'Endpoints'),
        part('operations'),
      )
    },
  },
})
window.ui = SwaggerUIBundle({
  url: '${prefix}/docs/json',
  dom_id: '#swagger-ui',
  presets: [SwaggerUIBundle.presets.apis],
  plugins: [layout],
  layout: 'ReferenceLayout',
  validatorUrl: null,
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  persistAuthorization: false,
  deepLinking: false,
})
`

const swaggerUi = {
  script: file(
    'swagger-ui-bundle.js',
    script,
    readFileSync(libraryFile('@fastify/swagger-ui/static/swagger-ui-bundle.js')),
  ),
  style: file(
    'swagger-ui.css',
    style,
    readFileSync(libraryFile('@fastify/swagger-ui/static/swagger-ui.css')),
  ),
  ownStyle: file('reference.css', style, readFileSync(packageFile('assets/style/reference.css'))),
  start: file('reference.js', script, start),
}
const files = Object.values(swaggerUi)

/**
 * The document for "Try it out": without servers, so that requests go to the host of the page; with the header scheme
 * only, so that no key gets into a URL; and without examples of optional parameters, which together match nothing.
 */
function tryOutDocument(document: Json): Json {
  const copy = structuredClone(document)
  delete copy.servers
  const components = copy.components as { securitySchemes: Json }
  delete components.securitySchemes.ApiKeyQuery
  for (const item of Object.values(copy.paths as Record<string, Record<string, Operation>>)) {
    const { get } = item
    if (get?.security !== undefined)
      get.security = get.security.filter((scheme) => !('ApiKeyQuery' in scheme))
    for (const parameter of get?.parameters ?? []) {
      if (parameter.required === true || parameter.example === undefined) continue
      parameter.description = `${parameter.description} For example: \`${parameter.example}\`.`
      delete parameter.example
    }
  }
  return copy
}
