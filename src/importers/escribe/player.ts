import { elementsBelow, type HtmlElement } from '../kit/html-tree.ts'
import { absoluteUrl } from './links.ts'

const media = 'mp4|m4v|mov|webm|m3u8|mpd|mp3|m4a'
const mediaName = new RegExp(`[.](?:${media})$`, 'i')
const quotedMedia = new RegExp(`["']((?:https?:)?//[^"'\\s<>?]{1,500}[.](?:${media}))["']`, 'gi')
const playerName = /player|video/i

/** An agenda item, whose description may have a film of its own. */
export const isContainer = ({ classes }: HtmlElement) => classes.has('agendaitemcontainer')

/**
 * Where the recording is that the player of a page plays: the URL of its file or frame or, of a file that has only a
 * name, the page itself. Undefined if the page names none, or several in its scripts.
 */
export function recordingOf(page: HtmlElement, url: string): string | undefined {
  const elements = [...elementsBelow(page, () => true, isContainer)]
  const { origin } = new URL(url)
  const framed = elements.flatMap((element) =>
    playsHere(element) ? (absoluteUrl(element.attributes.src, origin) ?? []) : [],
  )[0]
  if (framed !== undefined) return framed
  if (elements.some(hasFileName)) return url
  const [only, ...others] = scriptedFiles(elements)
  return others.length === 0 ? absoluteUrl(only, origin) : undefined
}

/** Whether it is a player with the name of a file; that of a live stream has no ending. */
function hasFileName({ attributes }: HtmlElement): boolean {
  const name = attributes['data-stream_name'] ?? attributes['data-file_name'] ?? ''
  return mediaName.test(name.trim())
}

function scriptedFiles(elements: readonly HtmlElement[]): Set<string> {
  const scripts = elements.filter(({ name }) => name === 'script')
  const found = scripts.flatMap(({ html }) => [...html.matchAll(quotedMedia)])
  return new Set(found.flatMap(([, file]) => file ?? []))
}

/** Whether an element with a source is a player: a frame counts only where the page says that it is one. */
function playsHere({ name, parent, attributes }: HtmlElement): boolean {
  if (name === 'video' || name === 'audio') return true
  if (name === 'source') return parent?.name === 'video' || parent?.name === 'audio'
  if (name !== 'iframe' || !attributes.src) return false
  const around = [attributes.id, attributes.class, attributes.title]
  for (let above = parent; above !== null; above = above.parent)
    around.push(above.attributes.id, above.attributes.class)
  return around.some((words) => playerName.test(words ?? ''))
}
