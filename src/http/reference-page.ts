import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { contactUrl, type Operator } from '../core/operator.ts'
import { libraryFile } from '../package-file.ts'
import type { Json, Operation } from './openapi-document.ts'
import { openApiDocument } from './openapi-document.ts'
import { forever, StaticDocument } from './static-document.ts'

const prefix = '/api/v1'
const revalidated = 'no-cache'

/** Serves the OpenAPI document and Swagger UI, without files from other servers. */
export const serveReference: FastifyPluginAsync<{ operator: Operator }> = async (
  v1,
  { operator },
) => {
  const json = 'application/json; charset=utf-8'
  const document = () => JSON.stringify(openApiDocument(v1))
  serve(v1, '/openapi.json', json, document)
  const page: FastifyPluginAsync = async (docs) => {
    docs.addHook('onRequest', async (_request, reply) => {
      reply.header('content-security-policy', policy)
    })
    serve(docs, '/', 'text/html; charset=utf-8', () => referencePage(operator))
    serve(docs, '/json', json, () => JSON.stringify(tryOutDocument(openApiDocument(v1))))
    // Every JSON document is YAML (YAML 1.2, 1.3).
    serve(docs, '/yaml', 'application/yaml; charset=utf-8', document)
    for (const { path, type, content } of files) serve(docs, path, type, () => content, forever)
  }
  await v1.register(page, { prefix: '/docs' })
}

function serve(
  app: FastifyInstance,
  path: string,
  type: string,
  build: () => string | Buffer,
  cacheControl = revalidated,
): void {
  const document = new StaticDocument({ type, cacheControl, build })
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

// BaseLayout has no top bar, which loads other documents. Deep links put links inside buttons, which is inaccessible.
const start = `
window.ui = SwaggerUIBundle({
  url: '${prefix}/docs/json',
  dom_id: '#swagger-ui',
  presets: [SwaggerUIBundle.presets.apis],
  layout: 'BaseLayout',
  validatorUrl: null,
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  persistAuthorization: false,
  deepLinking: false,
})
`

// Swagger UI's colours have too little contrast (WCAG 2.2, 1.4.3).
const ownStyle = `
body { margin: 0; background: #fff; color: #1f2328; }
.site { max-width: 1460px; margin: 0 auto; padding: 12px 20px 0; box-sizing: border-box; font: 16px/1.5 sans-serif; }
.site a, .site span { margin-right: 16px; display: inline-block; padding: 4px 0; }
.site a { color: #1d4f91; }
.swagger-ui .info .title small pre { background: #4a5158; }
.swagger-ui .info .title small.version-stamp, .swagger-ui .info .title small.version-stamp pre { background: #3f6212; }
.swagger-ui .info a, .swagger-ui .info .url { color: #1d4f91; }
.swagger-ui .btn.authorize, .swagger-ui .btn.authorize span { color: #17633f; border-color: #17633f; }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1d4f91; }
@media (max-width: 600px) {
  .swagger-ui .opblock-tag { flex-wrap: wrap; }
  .swagger-ui .opblock-tag small { order: 1; flex-basis: 100%; padding: 0; }
}
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
  ownStyle: file('reference.css', style, ownStyle),
  start: file('reference.js', script, start),
}
const files = Object.values(swaggerUi)

function referencePage(operator: Operator): string {
  const url = ({ path }: File) => `${prefix}/docs${path}`
  return `<!doctype html>
<html lang="en-CA">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Reeve API reference</title>
<link rel="stylesheet" href="${url(swaggerUi.style)}">
<link rel="stylesheet" href="${url(swaggerUi.ownStyle)}">
<link rel="icon" href="/favicon.ico">
</head>
<body>
<header class="site">
<nav aria-label="Site">
<a href="/">Reeve</a>
<a href="/docs">Documentation</a>
<a href="/settings/api-keys">API keys</a>
<a href="${prefix}/openapi.json">OpenAPI document</a>
</nav>
<noscript><p>This page needs JavaScript. Without it, read the <a href="${prefix}/openapi.json">OpenAPI document</a> or the <a href="/docs">guides</a>.</p></noscript>
</header>
<div id="swagger-ui"></div>
${footerOf(operator)}<script src="${url(swaggerUi.script)}"></script>
<script src="${url(swaggerUi.start)}"></script>
</body>
</html>
`
}

function footerOf({ operatorName, operatorContact, sourceUrl }: Operator): string {
  const link = (url: string, text: string) => `<a href="${escapeHtml(url)}">${text}</a>`
  const entries = [
    ...(operatorName === null ? [] : [`<span>Run by ${escapeHtml(operatorName)}</span>`]),
    ...(operatorContact === null
      ? []
      : [link(contactUrl(operatorContact), 'Contact the operator')]),
    ...(sourceUrl === null ? [] : [link(sourceUrl, 'Source code')]),
  ]
  return entries.length === 0 ? '' : `<footer class="site">\n${entries.join('\n')}\n</footer>\n`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

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
    delete item.head
    delete item.options
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
