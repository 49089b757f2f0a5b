import robotsParser from 'robots-parser'
import { SourceError } from '../source.ts'
import { FetchError, fetchOnce } from './fetch-once.ts'

interface Robots {
  isDisallowed(url: string, agent: string): boolean | undefined
  getCrawlDelay(agent: string): number | undefined
}
// Its types say that the function is a property of itself.
const parse = robotsParser as unknown as (url: string, text: string) => Robots

const agent = 'reeve'
const bytesMax = 512 * 1024
const timeoutMs = 20_000
const delayMaxMs = 10_000

/**
 * Throws `SourceError` if robots.txt (RFC 9309) of a server does not allow these of its URLs. Returns the pause between
 * requests that it asks for, in milliseconds.
 */
export async function readRobots(
  origin: string,
  urls: readonly string[],
  userAgent: string,
): Promise<number> {
  const url = `${origin}/robots.txt`
  const headers = { 'user-agent': userAgent, accept: 'text/plain' }
  const response = await fetchOnce(url, { headers, timeoutMs, bytesMax }).catch((error) => {
    if (!(error instanceof FetchError)) throw error
    throw new SourceError(`${url} ${error.message}; nothing was imported`)
  })
  // A server without the file allows everything; one that fails may have it.
  if (response.status >= 500)
    throw new SourceError(`${url} responded with ${response.status}; nothing was imported`)
  if (!response.ok) return 0
  const robots = parse(url, response.text)
  const rejected = urls.find((each) => robots.isDisallowed(each, agent) === true)
  if (rejected !== undefined)
    throw new SourceError(
      `${url} does not allow programs to read ${rejected}; nothing was imported: ask the publisher to allow "${agent}" there`,
    )
  return Math.min(delayMaxMs, (robots.getCrawlDelay(agent) ?? 0) * 1000)
}
