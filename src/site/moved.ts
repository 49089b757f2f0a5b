import type { FastifyPluginAsync } from 'fastify'
import { isMunicipalitySlug } from '../core/municipality-slug.ts'

/** The coverage page, by the other order of its path. */
export const moved: FastifyPluginAsync = async (site) => {
  site.get<{ Params: { slug: string } }>('/coverage/:slug', (request, reply) => {
    const { slug } = request.params
    // A slug that begins with a slash would lead to another host.
    return isMunicipalitySlug(slug)
      ? reply.redirect(`/${slug}/coverage`, 301)
      : reply.callNotFound()
  })
}
