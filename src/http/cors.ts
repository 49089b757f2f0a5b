import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'

const exposedHeaders = ['X-Request-Id', 'X-RateLimit-Limit', 'Retry-After']

/** What every answer carries, for those that are given before any route is found. */
export const corsHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': exposedHeaders.join(', '),
}

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
