import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, it } from 'vitest'
import { builtCommand } from '../support/process/reeve.ts'
import { reeveForEachTest } from '../support/process/suite.ts'

const stage = reeveForEachTest()

const eras = [undefined, { mode: { pin: '2026-07-28' } }] as const

it.each(eras)('reeve mcp serves the local database, in the era %j', async (versionNegotiation) => {
  const { reeve } = stage
  const words = ['municipalities', 'add', 'lowmere', '--name', 'Lowmere', '--timezone']
  const division = ['America/Toronto', '--division', 'ocd-division/country:ca/csd:3599999']
  await reeve.create()
  expect((await reeve.run([...words, ...division])).status).toBe(0)
  expect(
    (await reeve.run(['import', 'sample', 'lowmere', '--municipality', 'lowmere'])).status,
  ).toBe(0)
  const client = new Client(
    { name: 'test', version: '1' },
    versionNegotiation === undefined ? {} : { versionNegotiation },
  )
  await client.connect(
    new StdioClientTransport({ ...builtCommand(reeve, ['mcp']), stderr: 'pipe' }),
  )
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name).slice(0, 2)).toEqual(['search', 'fetch'])
  const { content } = await client.callTool({
    name: 'count_votes',
    arguments: { council: 'lowmere', person: 'Gordon Pell' },
  })
  const [part] = content
  const counts = JSON.parse(part?.type === 'text' ? part.text : '')
  expect(counts).toMatchObject({ person: { slug: 'gordon-pell' }, recorded: 'some' })
  expect(counts.url).toMatch(
    /^http:\/\/localhost:\d+\/lowmere\/votes\?person=gordon-pell&view=counts$/,
  )
  await client.close()
})

it('reeve mcp --server-json prints an entry for the registry', async () => {
  const { stdout, status } = await stage.reeve.run(['mcp', '--server-json'], {
    SITE_URL: 'https://council.example.ca',
  })
  expect(status).toBe(0)
  expect(JSON.parse(stdout)).toEqual({
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: 'ca.example.council/reeve',
    description: expect.stringMatching(/^.{10,100}$/),
    version: expect.stringMatching(/^\d+\.\d+\.\d+(-[\w.]+)?$/),
    websiteUrl: 'https://council.example.ca',
    remotes: [{ type: 'streamable-http', url: 'https://council.example.ca/mcp' }],
  })
})
