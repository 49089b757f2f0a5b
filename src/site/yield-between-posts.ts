import type { FastifyInstance } from 'fastify'

/** Handles one form per turn of the event loop, so that a flood of sign-ins does not delay API requests. */
export function yieldBetweenPosts(site: FastifyInstance): void {
  let last = Promise.resolve()
  site.addHook('onRequest', async (request) => {
    if (['GET', 'HEAD'].includes(request.method)) return
    last = last.then(nextTick)
    await last
  })
}

function nextTick(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
