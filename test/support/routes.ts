import { pino } from 'pino'
import { buildApp } from '../../src/app.ts'
import { systemClock } from '../../src/core/clock.ts'
import { migrate, openWriteStore } from '../../src/store/open.ts'
import { testConfig } from './service.ts'

/** Every path that is served outside the API, as it was registered: `/coverage/:slug`. */
export async function sitePaths(): Promise<string[]> {
  const store = openWriteStore('sqlite::memory:')
  await migrate(store)
  const config = { ...testConfig('http://localhost'), securityContact: 'mailto:a@b.example' }
  const logger = pino({ level: 'silent' })
  const app = await buildApp({
    config,
    store,
    writing: store,
    clock: systemClock,
    logger,
    version: 'test',
  })
  await app.ready()
  const tree = app.printRoutes({ commonPrefix: false })
  await app.close()
  await store.close()
  return pathsOf(tree).filter((path) => !/^\/(api\/|assets\/|[*])/.test(path))
}

// Each branch of the tree is indented by four columns more than the one it grows from.
function pathsOf(tree: string): string[] {
  const stem: string[] = []
  const paths: string[] = []
  for (const line of tree.split('\n')) {
    const [, indent = '', part = ''] = /^(.*?)[└├]── (\S+)/.exec(line) ?? []
    if (part === '') continue
    stem.length = indent.length / 4
    stem.push(part)
    paths.push(stem.join(''))
  }
  return paths
}
