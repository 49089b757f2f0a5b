import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { startJsonServer } from '../support/http/json-server.ts'
import { reeveForEachTest } from '../support/process/suite.ts'

const stage = reeveForEachTest()

describe('an import from a live server', () => {
  it('reports a failed request and when it is repeated', async () => {
    const { url } = await startJsonServer((_, times) => (response: ServerResponse) => {
      response.writeHead(times === 1 ? 503 : 404).end('{}')
    })
    await stage.reeve.create()
    const words = ['import', 'open-civic-data', url, '--municipality', 'pemberley']
    const { status, stderr } = await stage.reeve.call(words)
    expect(status).toBe(2)
    const retry = `${url}/jurisdictions?page=1&per_page=100 responded with 503 (attempt 1 of 7), trying again in 1 s`
    const end = `reeve: ${url}/ has neither /jurisdictions nor /events: is it an Open Civic Data API?`
    const lines = stderr.trim().split('\n')
    expect(lines[0]).toBe(retry)
    expect(lines.at(-1)).toBe(end)
  })

  it('reports a failed request to Legistar in the same way', async () => {
    const { url } = await startJsonServer((_, times) => (response: ServerResponse) => {
      response.writeHead(times === 1 ? 503 : 404).end('{}')
    })
    const add = ['add', 'pemberley', '--csd', '3506008', '--timezone', 'America/Toronto']
    await stage.reeve.call(['municipalities', ...add])
    const words = ['import', 'legistar', `${url}/v1/town`, '--municipality', 'pemberley']
    const { status, stderr } = await stage.reeve.call(words)
    expect(status).toBe(2)
    expect(stderr).toMatch(/^http\S+ responded with 503 \(attempt 1 of 7\), trying again in 1 s$/m)
    expect(stderr).toMatch(/reeve: http\S+ responded with 404; nothing was imported\n$/)
  })
})
