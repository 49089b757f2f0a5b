// Runs main.ts: Node 20 does not read TypeScript, vitest's own loader does.
import { createViteServer } from 'vitest/node'

const loader = await createViteServer({
  configFile: false,
  root: new URL('../..', import.meta.url).pathname,
  appType: 'custom',
  logLevel: 'error',
  optimizeDeps: { noDiscovery: true, include: [] },
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
})
try {
  const { main } = await loader.ssrLoadModule('/test/campaigns/main.ts')
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`campaign: ${error.message}\n`)
  process.exitCode = 2
} finally {
  await loader.close()
}
