import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { queueClientOf } from '../../access/networks.ts'
import { assets } from '../../site/assets.ts'
import { toSvg } from './picture.tsx'
import type { Pictures } from './pictures.ts'

/** Sends the picture of a page, or leads to that of the brand if it cannot be drawn. */
export async function sendPicture(
  reply: FastifyReply,
  pictures: Pictures,
  render: () => Promise<VNode>,
): Promise<FastifyReply> {
  const { ip, etag = '' } = reply.request
  const png = await pictures.get({
    etag,
    client: queueClientOf(ip),
    render: async () => toSvg(await render()),
  })
  // Other sites show it.
  reply.header('cross-origin-resource-policy', 'cross-origin')
  if (png === undefined) return reply.redirect(assets.picture.path)
  return reply.type('image/png').send(png)
}
