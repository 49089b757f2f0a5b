// Runs `main` of a TypeScript module: Node 20 does not read TypeScript, vitest's own loader does.
import { createViteServer } from 'vitest/node'

/** Ends with the exit code that `main` returns; what it throws is one line after `name`, and exit code 2. */
export async function runMain(module, name) {
  const loader = await createViteServer({
    configFile: false,
    root: new URL('../../..', import.meta.url).pathname,
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true, include: [] },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  })
  try {
    const { main } = await loader.ssrLoadModule(module)
    process.exitCode = await main(process.argv.slice(2))
  } catch (error) {
    process.stderr.write(`${name}: ${error.message}\n`)
    process.exitCode = 2
  } finally {
    await loader.close()
  }
}
