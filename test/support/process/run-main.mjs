// Vitest's loader also runs modules with JSX, which Node cannot.
import { createViteServer } from 'vitest/node'

/** Exits with the code that `main` returns; an exception is printed in one line after `name`, with exit code 2. */
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
