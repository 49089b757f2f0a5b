import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { packageFile } from '../package-file.ts'
import { rejectNode } from './node-version.ts'

const { engines } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8'))
const [, oldest = ''] = /^>=([\d.]+)$/.exec(engines.node) ?? []

it.each([oldest, '24.100.0', '25.0.0', '100.0.0'])(
  'Node %s is accepted, as package.json says',
  (version) => expect(rejectNode(version)).toBeUndefined(),
)

it.each(['8.17.0', '20.20.2', '22.100.0', '23.11.1', '24.20.9', '24.9.0'])(
  'Node %s is rejected, with what to do',
  (version) => {
    const reason = rejectNode(version)
    expect(reason).toMatch(`Node.js ${version} is too old`)
    expect(reason).toMatch(`install Node.js ${oldest} or newer`)
  },
)
