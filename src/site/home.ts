import type { FastifyPluginAsync } from 'fastify'

const reference = '/api/v1/docs'

/** `/` has no page of its own: it leads to the interactive reference, on whatever host it was asked. */
export const home: FastifyPluginAsync = async (site) => {
  site.get('/', { schema: { hide: true } }, (_request, reply) =>
    reply.header('cache-control', 'no-cache').redirect(reference, 302),
  )
}
