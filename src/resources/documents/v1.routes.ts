import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { DetailOf, detailResponse } from '../../http/envelope.ts'
import { ApiError } from '../../http/errors.ts'
import { describeV1 } from '../../http/openapi.ts'
import { quote } from '../../http/query.ts'
import { linked, pagesOf, type RouteDeps } from '../../http/resource-routes.ts'
import { slugPath } from '../../http/schema-types.ts'
import { findDocument } from './queries.ts'
import { DocumentDetail, DocumentQuery } from './schema.ts'
import { toDocumentDetail } from './v1.represent.ts'

/** `/api/v1/{municipality}/documents/{slug}`. */
export const documentsV1: FastifyPluginAsyncTypebox<RouteDeps> = async (app, deps) => {
  const described = describeV1({
    operationId: 'getDocument',
    tag: 'Documents',
    summary: 'Get the text of a document',
    response: DetailOf(DocumentDetail),
    errors: ['DOCUMENT_NOT_FOUND'],
  })
  const params = slugPath('Slug of the document.', 'by-law-4101-cc914eba')
  const schema = { ...described, params, querystring: DocumentQuery }
  app.get('/documents/:slug', { schema }, async (request) => {
    const { slug } = request.params
    const { page = 1 } = request.query
    const rows = await findDocument(deps.store.db, request.municipality.id, { slug, page })
    if (rows === undefined || rows.sections.length === 0) {
      const missing = rows === undefined ? 'does not exist' : `has no page ${page}`
      throw new ApiError('DOCUMENT_NOT_FOUND', `Document ${quote(slug)} ${missing}.`)
    }
    return detailResponse(
      linked(toDocumentDetail(rows), pagesOf(request, deps, 'documents')),
      request.id,
    )
  })
}
