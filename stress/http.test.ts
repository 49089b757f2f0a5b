import { describe, expect, it } from 'vitest'
import { addedOpenPaths, addedPaths } from '../test/support/service/endpoints.ts'
import { endpoints } from './kit/fixture.ts'
import { runStressTest } from './kit/run-stress-test.ts'
import { overHttp } from './stress-tests.ts'

describe('stress tests over HTTP', () => {
  it('cover every endpoint of the contract', () => {
    const count = (prefix: string) =>
      endpoints.filter(({ template }) => template.startsWith(prefix)).length
    expect([endpoints.length, count('/api/v1/'), count('/api/ocd/')]).toEqual([
      26 + addedPaths.length + addedOpenPaths.length,
      13 + addedPaths.length + 1,
      13,
    ])
  })

  it.each(overHttp)('$name: $about', runStressTest)
})
