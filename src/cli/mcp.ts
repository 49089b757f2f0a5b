import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import { systemClock } from '../core/clock.ts'
import { Cursors } from '../http/cursor.ts'
import { registryEntry } from '../mcp/registry-entry.ts'
import { mcpServer } from '../mcp/tools.ts'
import { findSecret } from '../store/secrets.ts'
import { version } from '../version.ts'
import { withReadStore } from './stores.ts'

/** `reeve mcp`, and `reeve mcp --server-json`. */
export function mcpCommand(): Command {
  return new Command('mcp')
    .option('--server-json', 'print the entry of this service for the MCP registry')
    .action(async ({ serverJson }: { serverJson?: boolean }) => {
      const { databaseUrl, siteUrl } = readConfig()
      if (serverJson === true)
        return console.log(JSON.stringify(registryEntry(siteUrl, version), null, 2))
      await serve(databaseUrl, siteUrl)
    })
}

/** Until standard input ends. */
async function serve(databaseUrl: string, siteUrl: string): Promise<void> {
  await withReadStore(databaseUrl, async (store) => {
    const cursors = new Cursors(await findSecret(store.db, 'cursor'))
    const tools = { store, cursors, clock: systemClock, config: { siteUrl } }
    const onFailure = (error: unknown, tool: string) =>
      console.error(`reeve: the tool ${tool} failed: ${String(error)}`)
    const call = { ...tools, client: { group: 'stdio' } }
    const { promise, resolve } = Promise.withResolvers<void>()
    serveStdio(() => mcpServer(call, { version, onFailure }))
    process.stdin.once('close', resolve)
    process.stdin.once('end', resolve)
    await promise
  })
}
