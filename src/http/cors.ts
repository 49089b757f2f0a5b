import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'

const exposedHeaders = ['X-Request-Id', 'X-RateLimit-Limit', 'Retry-After']

/** What lets any origin read an answer that is given before `allowAllOrigins` has its turn. */
export const openToAllOrigins = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposedHeaders.join(', '),
} as const

/** Any origin may read the API from a browser (contract 5.8). */
export async function allowAllOrigins(app: FastifyInstance): Promise<void> {
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD', 'OPTIONS'],
    allowedHeaders: ['X-API-Key', 'Content-Type'],
    exposedHeaders,
    maxAge: 86_400,
    strictPreflight: false,
  })
}
