import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'

/** Any origin may read the API from a browser (contract 5.8). */
export async function allowAllOrigins(app: FastifyInstance): Promise<void> {
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD', 'OPTIONS'],
    allowedHeaders: ['X-API-Key', 'Content-Type'],
    exposedHeaders: ['X-Request-Id', 'X-RateLimit-Limit', 'Retry-After'],
    maxAge: 86_400,
    strictPreflight: false,
  })
}
