import { lookAtApp, testConfig } from '../service/app.ts'

/** Every registered path: `/docs/:page`. */
export async function routePaths(): Promise<string[]> {
  const config = { ...testConfig('http://localhost'), securityContact: 'mailto:a@b.example' }
  const tree = await lookAtApp({ config }, (app) => app.printRoutes({ commonPrefix: false }))
  return pathsOf(tree).filter((path) => !path.includes('*'))
}

/** Every registered path outside the API. */
export async function sitePaths(): Promise<string[]> {
  return (await routePaths()).filter((path) => !/^\/(api|assets)\//.test(path))
}

// Each level of the tree is indented by four columns.
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
