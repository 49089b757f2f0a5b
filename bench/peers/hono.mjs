// The stack of the service that the contract describes: Hono with chanfana, which validates requests with zod and
// describes them in OpenAPI.
import { serve } from '@hono/node-server'
import { fromHono, OpenAPIRoute } from 'chanfana'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { requestId } from 'hono/request-id'
import { z } from 'zod'
import { printPort } from './rows/driver.mjs'
import { findKeyId } from './rows/keys.mjs'
import { listMeetings } from './rows/meetings.mjs'
import { findMotion } from './rows/motions.mjs'

const Meeting = z.object({
  id: z.number(),
  slug: z.string(),
  title: z.string(),
  date: z.string(),
  type: z.string().nullable(),
  has_agenda: z.boolean(),
  has_minutes: z.boolean(),
  has_transcript: z.boolean(),
  organization: z.string().nullable(),
  summary: z.string().nullable(),
  updated_at: z.string(),
  url: z.string(),
})
const json = (schema) => ({ description: 'Found', content: { 'application/json': { schema } } })

const metaOf = (context) => ({ request_id: context.get('requestId') })

const limit = 1_000_000
const windowMs = 60_000
const counts = new Map()

/** As in the contract, but with fixed windows. */
async function checkKey(context, next) {
  const id = findKeyId(context.req.header('x-api-key') ?? '')
  if (id === undefined) return context.json({ error: 'INVALID_API_KEY' }, 401)
  const window = Math.floor(Date.now() / windowMs)
  const count = counts.get(id)?.window === window ? counts.get(id) : { window, requests: 0 }
  count.requests += 1
  counts.set(id, count)
  if (count.requests > limit) return context.json({ error: 'RATE_LIMIT_EXCEEDED' }, 429)
  context.header('X-RateLimit-Limit', String(limit))
  await next()
}

class ListMeetings extends OpenAPIRoute {
  schema = {
    request: {
      query: z.object({
        page: z.coerce.number().int().min(1).default(1),
        per_page: z.coerce.number().int().min(1).max(100).default(20),
      }),
    },
    responses: { 200: json(z.object({ data: z.array(Meeting) })) },
  }

  async handle(context) {
    const { query } = await this.getValidatedData()
    return context.json({ ...listMeetings(query.page, query.per_page), meta: metaOf(context) })
  }
}

class FindMotion extends OpenAPIRoute {
  schema = {
    request: { params: z.object({ slug: z.string() }) },
    responses: { 200: json(z.object({ data: z.object({}) })) },
  }

  async handle(context) {
    const { params } = await this.getValidatedData()
    const motion = findMotion(params.slug)
    return motion === undefined
      ? context.json({ error: 'not found' }, 404)
      : context.json({ data: motion, meta: metaOf(context) })
  }
}

const router = new Hono()
router.use(cors({ origin: '*', exposeHeaders: ['X-Request-Id', 'X-RateLimit-Limit'] }))
router.use(requestId())
router.use(checkKey)
const app = fromHono(router)
app.get('/meetings', ListMeetings)
app.get('/motions/:slug', FindMotion)
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => printPort(server))
