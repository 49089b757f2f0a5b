import { createRequire } from 'node:module'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { isDrawable } from './lines.ts'

const cachedMax = 200
const waitingMax = 20

const require = createRequire(import.meta.url)
const fontFiles = ['400Regular', '700Bold'].map((style) =>
  require.resolve(`@expo-google-fonts/inter/${style}/Inter_${style}.ttf`),
)
// No fonts of the machine, so that pictures are the same everywhere.
const font = { fontFiles, loadSystemFonts: false, defaultFontFamily: 'Inter' }

/** Draws pictures of pages, one at a time and outside the event loop. */
export class Pictures {
  readonly #drawn = new LRUCache<string, Buffer>({ max: cachedMax })
  readonly #limit = pLimit(1)

  /** The picture with this ETag, if it was drawn lately. */
  get(etag: string): Buffer | undefined {
    return this.#drawn.get(etag)
  }

  /** The PNG of an SVG; undefined if the font lacks a character, or too many pictures are waiting. */
  async draw(etag: string, svg: string): Promise<Buffer | undefined> {
    if (!isDrawable(svg) || this.#limit.pendingCount >= waitingMax) return undefined
    const png = await this.#limit(() => toPng(svg))
    this.#drawn.set(etag, png)
    return png
  }
}

async function toPng(svg: string): Promise<Buffer> {
  // At the first picture, because it loads a library built for the machine.
  const { renderAsync } = await import('@resvg/resvg-js')
  const image = await renderAsync(svg, { font })
  return image.asPng()
}
