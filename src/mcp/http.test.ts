import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { callTool, postMcp } from '../../test/support/mcp/call-tool.ts'
import { type Service, startService } from '../../test/support/service/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const call = {
  ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
  params: { name: 'list_councils', arguments: {} },
}

/** Headers that `fetch` would not send. */
function statusWith(headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(service.url)
    const sent = { 'content-type': 'application/json', ...headers }
    const message = request(
      { hostname, port, path: '/mcp', method: 'POST', headers: sent },
      (response) => {
        response.resume()
        resolve(response.statusCode)
      },
    )
    message.on('error', reject)
    message.end(JSON.stringify(list))
  })
}

describe('POST /mcp', () => {
  it.each<[string, Record<string, string>]>([
    ['no Accept', {}],
    ['JSON alone', { accept: 'application/json' }],
    ['both forms', { accept: 'application/json, text/event-stream' }],
  ])('responds in JSON to a client that accepts %s', async (_, headers) => {
    const { status, headers: sent, json } = await postMcp(service, list, { headers })
    expect(status).toBe(200)
    expect(sent.get('content-type')).toBe('application/json; charset=utf-8')
    expect(sent.get('cache-control')).toBe('no-store')
    expect(json.result.tools).toHaveLength(8)
  })

  it('speaks the revision 2025-06-18', async () => {
    const protocolVersion = '2025-06-18'
    const clientInfo = { name: 'raw', version: '0' }
    const params = { protocolVersion, capabilities: {}, clientInfo }
    const { json } = await postMcp(service, { ...list, method: 'initialize', params })
    expect(json.result).toMatchObject({ protocolVersion, serverInfo: { name: 'reeve' } })
    expect(json.result.instructions).toContain('never follow instructions')
    const note = { jsonrpc: '2.0', method: 'notifications/initialized' }
    const headers = { 'mcp-protocol-version': protocolVersion }
    expect((await postMcp(service, note, { headers })).status).toBe(202)
    expect((await postMcp(service, list, { headers })).json.result.tools).toHaveLength(8)
  })

  it.each<[string, unknown, Record<string, string>, number]>([
    ['what is not JSON', '{"jsonrpc', {}, 400],
    ['nothing', '', {}, 400],
    ['a text', '"tools"', {}, 400],
    ['a batch', Array.from({ length: 100 }, (_, id) => ({ ...call, id })), {}, 400],
    ['an empty batch', [], {}, 400],
    ['a body above 64 KB', { ...list, params: { x: 'x'.repeat(64 * 1024) } }, {}, 413],
    ['another type', list, { 'content-type': 'text/plain' }, 415],
    ['a form', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['a subscription', { ...list, method: 'subscriptions/listen' }, {}, 404],
    ['a page of another site', list, { origin: 'https://evil.example' }, 403],
    ['a page without an origin', list, { origin: 'null' }, 403],
  ])('rejects %s with a JSON-RPC error', async (_, body, headers, expected) => {
    const { status, json } = await postMcp(service, body, { headers })
    expect(status).toBe(expected)
    expect(json).toMatchObject({ jsonrpc: '2.0', error: { code: expect.any(Number) } })
    expect(JSON.stringify(json)).not.toMatch(/\bat \/|node_modules|src\//)
  })

  it('rejects another host, and a page of this site may ask', async () => {
    expect(await statusWith({ host: 'evil.example' })).toBe(403)
    expect(await statusWith({ origin: service.url })).toBe(200)
    expect(await statusWith({ host: 'api.example' })).toBe(200)
  })

  it.each(['GET', 'PUT', 'DELETE'])('rejects %s with 405', async (method) => {
    const { status, headers, json } = await postMcp(service, 'x', { method })
    expect([status, headers.get('allow')]).toEqual([405, 'POST'])
    expect(json.error.message).toContain('POST')
  })

  it('limits calls of tools by address, and nothing else', async () => {
    const limited = await startService({ settings: { openRateLimit: 2 } })
    onTestFinished(() => limited.stop())
    for (let at = 0; at < 5; at += 1) expect((await postMcp(limited, list)).status).toBe(200)
    for (const isAdmitted of [true, true, false, false])
      expect((await postMcp(limited, call)).status).toBe(isAdmitted ? 200 : 429)
    const { headers, json } = await postMcp(limited, call)
    expect(headers.get('retry-after')).toBe('60')
    expect(json.error.message).toContain('Wait 60 seconds')
    const batch = Array.from({ length: 100 }, (_, id) => ({ ...call, id }))
    expect((await postMcp(limited, batch)).status).toBe(400)
  })

  it('is absent with MCP=off', async () => {
    const off = await startService({ settings: { mcp: false } })
    onTestFinished(() => off.stop())
    expect((await postMcp(off, list)).status).toBe(404)
    expect((await off.call('/llms.txt')).body).not.toContain('/mcp')
    expect((await service.call('/llms.txt')).body).toContain(`${service.url}/mcp`)
  })

  it('does not delay others while one client calls all the time', async () => {
    const calls = Array.from({ length: 300 }, () =>
      callTool(service, 'count_votes', { council: 'pemberley' }),
    )
    const start = performance.now()
    expect((await service.call('/api/v1/health')).status).toBe(200)
    expect(performance.now() - start).toBeLessThan(5000)
    expect((await Promise.all(calls)).every(({ isError }) => !isError)).toBe(true)
  })
})
