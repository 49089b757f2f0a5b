import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { queueClientOf } from '../../access/networks.ts'
import { assets } from '../../site/assets.ts'
import type { ReadStore } from '../../store/open.ts'
import { toSvg } from './picture.tsx'
import type { Pictures } from './pictures.ts'

/** Sends the picture of a page, or leads to that of the brand if it cannot be drawn. */
export async function sendPicture(
  reply: FastifyReply,
  { pictures, store }: { pictures: Pictures; store: Pick<ReadStore, 'failoverCount'> },
  render: () => Promise<VNode>,
): Promise<FastifyReply> {
  const { ip, etag = '', failoverCount } = reply.request
  const png = await pictures.get({
    etag,
    client: queueClientOf(ip),
    render: async () => toSvg(await render()),
    isConsistent: () => failoverCount === (store.failoverCount?.() ?? 0),
  })
  // Other sites show it.
  reply.header('cross-origin-resource-policy', 'cross-origin')
  if (png === undefined) return reply.redirect(assets.picture.path)
  return reply.type('image/png').send(png)
}
