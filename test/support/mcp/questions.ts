import { expect } from 'vitest'
import type { Service } from '../service/service.ts'
import { textOf } from '../site/page-content.ts'
import { callTool } from './call-tool.ts'

/** A question, the call that its words lead to, where the number is in the result, and what the source says. */
export type Question = readonly [
  text: string,
  tool: string,
  given: object,
  read: (result: Counts) => unknown,
  expected: number,
]

export interface Counts {
  of: number
  votes: Record<string, number>
  motions_without_recorded_vote: number
  pairs: { of: number; same: number; url: string }[]
  url: string
}

/** Asks, and finds the number on the page behind the result. */
export async function expectNumber(
  service: Service,
  [text, tool, given, read, expected]: Question,
): Promise<void> {
  const { json, isError, text: message } = await callTool(service, tool, given)
  expect(isError, message).toBe(false)
  expect(read(json), text).toBe(expected)
  const url: string = json.url ?? json.pairs[0].url
  const page = await service.call(url.replace(service.url, ''), {
    headers: { accept: 'text/html' },
  })
  expect(page.status).toBe(200)
  const shown = [...page.body.matchAll(/<(?:dd|p)[^>]*>(.*?)<\/(?:dd|p)>/gs)]
    .flatMap(([, cell = '']) => textOf(cell).match(/[\d,]+/g) ?? [])
    .map((number) => number.replaceAll(',', ''))
  expect(shown, `${text} ${url}`).toContain(String(read(json)))
}
