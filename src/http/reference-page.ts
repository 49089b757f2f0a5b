import swaggerUi from '@fastify/swagger-ui'
import type { FastifyPluginAsync } from 'fastify'
import { type Json, type Operation, openApiDocument } from './openapi-document.ts'

const v1Prefix = '/api/v1'

/** Serves the OpenAPI document and its interactive reference, which loads nothing from elsewhere. */
export const serveReference: FastifyPluginAsync = async (v1) => {
  v1.get('/openapi.json', { schema: { hide: true } }, (_request, reply) => {
    reply.header('cache-control', 'no-cache')
    return openApiDocument(v1)
  })
  await v1.register(swaggerUi, {
    routePrefix: '/docs',
    // Asked for without its last slash, the page names its files by their whole path, which begins with our prefix.
    indexPrefix: v1Prefix,
    staticCSP: policy,
    uiConfig: settings,
    theme: {
      title: 'Reeve API reference',
      css: [{ filename: 'contrast.css', content: contrast }],
    },
    transformSpecification: () => toTry(openApiDocument(v1)),
    transformSpecificationClone: false,
  })
}

const policy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
}

const settings = {
  // Without the bar on top, which offers to load other documents.
  layout: 'BaseLayout',
  validatorUrl: null,
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  persistAuthorization: false,
  // Its links stand inside buttons, where neither a keyboard nor a screen reader can tell one from the other.
  deepLinking: false,
} as const

// Swagger UI's own colours are paler than can be read by everybody (WCAG 2.2, 1.4.3).
const contrast = `
.swagger-ui .info .title small pre { background: #4a5158; }
.swagger-ui .info .title small.version-stamp, .swagger-ui .info .title small.version-stamp pre { background: #3f6212; }
.swagger-ui .info a, .swagger-ui .info .url { color: #1d4f91; }
.swagger-ui .btn.authorize, .swagger-ui .btn.authorize span { color: #17633f; border-color: #17633f; }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1d4f91; }
`

/**
 * The document as the page needs it: with the way back to the site; without servers, so that "Try it out" asks the host
 * that served the page; and optional parameters start empty. Their examples, filled in all at once, would find nothing.
 */
function toTry(document: Json): Json {
  const copy = structuredClone(document)
  delete copy.servers
  const info = copy.info as { description: string }
  info.description +=
    '\n\n[To the site](/), its [guides](/docs), and [API keys](/settings/api-keys).'
  const operations = Object.values(copy.paths as Record<string, Record<string, Operation>>)
  for (const parameter of operations.flatMap(({ get }) => get?.parameters ?? [])) {
    if (parameter.required === true || parameter.example === undefined) continue
    parameter.description = `${parameter.description} For example: \`${parameter.example}\`.`
    delete parameter.example
  }
  return copy
}
