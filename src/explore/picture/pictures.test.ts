import { h } from 'preact'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Picture, toSvg } from './picture.tsx'
import { Pictures } from './pictures.ts'

// A picture can wait for any time, however busy the machine is.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** Pictures by title, and the titles that were rendered. */
function countedPictures() {
  const pictures = new Pictures()
  const rendered: string[] = []
  const get = (title: string, address: string) =>
    pictures.get({
      etag: title,
      client: { group: address, member: address },
      render: async () => {
        rendered.push(title)
        return toSvg(h(Picture, { council: 'Pemberley', title }))
      },
    })
  return { get, rendered }
}

it('one visitor does not prevent pictures of others, and what is rejected is not rendered', async () => {
  const { get, rendered } = countedPictures()
  const many = Array.from({ length: 30 }, (_, at) => get(`Mill ${at}`, '192.0.2.1'))
  const other = await get('Weir', '192.0.2.2')
  expect(other?.subarray(1, 4).toString()).toBe('PNG')
  expect(rendered.length).toBeLessThan(5)
  const rejected = (await Promise.all(many)).flatMap((png, at) => (png === undefined ? [at] : []))
  expect(rejected).toEqual(Array.from({ length: 10 }, (_, at) => 20 + at))
  expect(rendered).toHaveLength(21)
})

it('a picture is drawn once, however many ask for it', async () => {
  const { get, rendered } = countedPictures()
  const drawn = await Promise.all([1, 2, 3].map((at) => get('Mill', `192.0.2.${at}`)))
  expect(drawn[0]?.equals(drawn[2] ?? Buffer.alloc(0))).toBe(true)
  expect(rendered).toEqual(['Mill'])
})
