import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../test/support/service/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const endpoint = () => new URL(`${service.url}/mcp`)

type Connected = Pick<Client, 'listTools' | 'callTool' | 'close' | 'getInstructions'>

const clients: [name: string, connect: () => Promise<Connected>][] = [
  [
    'the official client in its default era',
    async () => {
      const client = new Client({ name: 'test', version: '1' })
      await client.connect(new StreamableHTTPClientTransport(endpoint()))
      return client
    },
  ],
  [
    'the official client of the revision 2026-07-28',
    async () => {
      const client = new Client(
        { name: 'test', version: '1' },
        { versionNegotiation: { mode: { pin: '2026-07-28' } } },
      )
      await client.connect(new StreamableHTTPClientTransport(endpoint()))
      return client
    },
  ],
  [
    'the client of the first SDK',
    async () => {
      const client = new OldClient({ name: 'test', version: '1' })
      await client.connect(new OldTransport(endpoint()) as never)
      return client as unknown as Connected
    },
  ],
]

const textOf = ({ content }: Awaited<ReturnType<Client['callTool']>>) =>
  content.map((part) => (part.type === 'text' ? part.text : '')).join('')

describe.each(clients)('%s', (_, connect) => {
  it('has the tools in their order, instructions, and a result as one text', async () => {
    const client = await connect()
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      ...['search', 'fetch', 'list_councils', 'coverage', 'count_votes'],
      ...['compare_members', 'list_motions', 'list_meetings'],
    ])
    expect(Buffer.byteLength(JSON.stringify(tools))).toBeLessThan(12 * 1024)
    expect(client.getInstructions()).toContain('not recorded')
    const result = await client.callTool({ name: 'list_councils', arguments: {} })
    expect(result).not.toHaveProperty('structuredContent')
    expect(JSON.parse(textOf(result as never))).toMatchObject({
      of: 1,
      councils: [{ slug: 'pemberley', as_of: '2024-08-03', recorded_votes: true }],
    })
    await client.close()
  })
})
