import robotsParser from 'robots-parser'
import { SourceError } from '../source.ts'
import type { JsonApi } from './json-api.ts'

interface Robots {
  isDisallowed(url: string, agent: string): boolean | undefined
  getCrawlDelay(agent: string): number | undefined
}
// Its types say that the function is a property of itself.
const parse = robotsParser as unknown as (url: string, text: string) => Robots

const agent = 'reeve'
const delayMaxMs = 10_000

/** Obeys robots.txt (RFC 9309) of a server. Throws `SourceError` if it does not allow these of its URLs. */
export async function obeyRobots(
  api: JsonApi,
  origin: string,
  urls: readonly string[],
): Promise<void> {
  const url = `${origin}/robots.txt`
  const text = await api.findRobots(url)
  if (text === undefined) return
  const robots = parse(url, text)
  const rejected = urls.find((each) => robots.isDisallowed(each, agent) === true)
  if (rejected !== undefined)
    throw new SourceError(
      `${url} does not allow programs to read ${rejected}; nothing was imported: ask the publisher to allow "${agent}" there`,
    )
  api.slowTo(Math.min(delayMaxMs, (robots.getCrawlDelay(agent) ?? 0) * 1000))
}
