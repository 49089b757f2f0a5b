import type { Service } from '../service/service.ts'

export interface OpenedPage {
  body: string
  status: number
  /** How many the page took. */
  statements: number
}

/** Opens pages, and those that they lead to. */
export async function walk(
  service: Pick<Service, 'call' | 'statements'>,
  start: readonly string[],
  leadsTo: (body: string) => readonly string[],
): Promise<Map<string, OpenedPage>> {
  const pages = new Map<string, OpenedPage>()
  const waiting = [...start]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (pages.has(path)) continue
    service.statements.length = 0
    const { body, status } = await service.call(path, { headers: { accept: 'text/html' } })
    pages.set(path, { body, status, statements: service.statements.length })
    waiting.push(...leadsTo(body))
  }
  return pages
}
