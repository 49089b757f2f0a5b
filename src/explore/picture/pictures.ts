import { fileURLToPath } from 'node:url'
import type { FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import { h, type VNode } from 'preact'
import { queueClientOf } from '../../access/networks.ts'
import { FairQueue, type QueueClient, TooBusy } from '../../core/fair-queue.ts'
import { libraryFile } from '../../package-file.ts'
import { assets } from '../../site/assets.ts'
import { FaceContext } from '../../site/face.tsx'
import { isDrawable, toSvg } from './picture.tsx'

const cachedMax = 200
/** Pictures that are drawn or wait. Further ones of all clients reject those of the largest. */
const picturesMax = { client: 20, all: 200 }
/** Sites that show a link wait no longer for its picture. */
const waitMs = 5000

const fontFiles = ['400Regular', '700Bold'].map((style) =>
  fileURLToPath(libraryFile(`@expo-google-fonts/inter/${style}/Inter_${style}.ttf`)),
)
// No fonts of the machine, so that pictures are the same everywhere.
const font = { fontFiles, loadSystemFonts: false, defaultFontFamily: 'Inter' }

interface PictureRequest {
  etag: string
  /** The network of the visitor. */
  client: Required<Pick<QueueClient, 'group' | 'member'>>
  /** The SVG; called only when it is drawn, because a rejected picture must not cost a page. */
  render: () => Promise<string>
}

/** Draws pictures of pages, one at a time and outside the event loop. */
export class Pictures {
  readonly #drawn = new LRUCache<string, Buffer>({ max: cachedMax })
  readonly #queue = new FairQueue(1, 1, { waitingMax: picturesMax.all, waitMs })

  /** A PNG, drawn now or lately; undefined if the font lacks a character, or too many pictures are waiting. */
  async get(request: PictureRequest): Promise<Buffer | undefined> {
    const { group, member } = request.client
    const quotas = [[member, picturesMax.client]] as const
    try {
      return (
        this.#drawn.get(request.etag) ??
        (await this.#queue.run({ group, member, quotas }, () => this.#draw(request)))
      )
    } catch (error) {
      if (error instanceof TooBusy) return undefined
      throw error
    }
  }

  async #draw({ etag, render }: PictureRequest): Promise<Buffer | undefined> {
    // Another request may have drawn it meanwhile.
    const existing = this.#drawn.get(etag)
    if (existing !== undefined) return existing
    const svg = await render()
    if (!isDrawable(svg)) return undefined
    const png = await toPng(svg)
    this.#drawn.set(etag, png)
    return png
  }
}

async function toPng(svg: string): Promise<Buffer> {
  // On loading, the library reads a report on the process, for which Node would look up the host name of every client: ten
  // seconds in which no request is served.
  Object.assign(process.report, { excludeNetwork: true })
  // At the first picture, because it loads a library built for the machine.
  const { renderAsync } = await import('@resvg/resvg-js')
  const image = await renderAsync(svg, { font })
  return image.asPng()
}

/** Sends the picture of a page, or leads to that of the brand if it cannot be drawn. */
export async function sendPicture(
  reply: FastifyReply,
  pictures: Pictures,
  render: () => Promise<VNode>,
): Promise<FastifyReply> {
  const { ip, etag = '' } = reply.request
  const face = reply.server.face.current
  const png = await pictures.get({
    etag,
    client: queueClientOf(ip),
    render: async () => toSvg(h(FaceContext.Provider, { value: face, children: await render() })),
  })
  // Other sites show it.
  reply.header('cross-origin-resource-policy', 'cross-origin')
  if (png === undefined) return reply.redirect(assets.picture.path)
  return reply.type('image/png').send(png)
}
