import type { FastifyInstance } from 'fastify'

/**
 * Lets forms in one by one, each in a round of the event loop of its own. Of hundreds that come at once, as in a flood of
 * sign-ins, each costs a millisecond to refuse; in a row, they would hold up every request to the API by all of it.
 */
export function yieldBetweenPosts(site: FastifyInstance): void {
  let last = Promise.resolve()
  site.addHook('onRequest', async (request) => {
    if (['GET', 'HEAD'].includes(request.method)) return
    last = last.then(nextRound)
    await last
  })
}

function nextRound(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
