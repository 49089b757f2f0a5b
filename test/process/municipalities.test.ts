import { describe, expect, it } from 'vitest'
import { reeveForEachTest } from '../support/process/suite.ts'

const stage = reeveForEachTest()
const ottawa = ['--csd', '3506008', '--timezone', 'America/Toronto']

describe('reeve municipalities add', () => {
  it('warns if the division is already served, and names the municipality that serves it', async () => {
    const first = await stage.reeve.call(['municipalities', 'add', 'ottawa', ...ottawa])
    expect(first).toEqual({ status: 0, stdout: 'Added ottawa (City of Ottawa).\n', stderr: '' })
    const second = await stage.reeve.call(['municipalities', 'add', 'zz', ...ottawa])
    expect(second).toEqual({
      status: 0,
      stdout: 'Added zz (City of Ottawa).\n',
      stderr:
        'warning: ocd-division/country:ca/csd:3506008 already exists as "ottawa" (City of Ottawa); zz is a second municipality with separate records\n',
    })
  })

  it.each(['docs', 'api', 'coverage', 'search', 'fr'])(
    'rejects %s, a path of the site',
    async (slug) => {
      const { status, stderr } = await stage.reeve.call(['municipalities', 'add', slug, ...ottawa])
      expect(status).not.toBe(0)
      expect(stderr).toContain(`"${slug}" is a path of the site: choose another slug`)
    },
  )
})
