import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { reeveForEachTest } from '../support/process/suite.ts'

const stage = reeveForEachTest()

it('reeve wards import names what it imported, and who has no ward', async () => {
  const { reeve } = stage
  const path = join(reeve.folder, 'wards.geojson')
  const importing = ['wards', 'import', path, '-m', 'lowmere']
  const feature = (ward: string, west: number) => ({
    ...{ type: 'Feature', properties: { WARD: ward } },
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [west, 44],
          [west + 1, 44],
          [west + 1, 45],
          [west, 44],
        ],
      ],
    },
  })
  const write = (...features: unknown[]) =>
    writeFileSync(path, JSON.stringify({ type: 'FeatureCollection', features }))
  write(feature('1', -76), feature('77', -75))
  const town = ['--name', 'Lowmere', '--division', 'ocd-division/country:ca/csd:3599999']
  await reeve.call(['municipalities', 'add', 'lowmere', ...town, '--timezone', 'America/Toronto'])
  await reeve.call(['import', 'sample', 'lowmere', '--municipality', 'lowmere'])
  expect(await reeve.call(['wards', 'import', path, '-m', 'nowhere'])).toMatchObject({ status: 2 })
  const { status, stdout, stderr } = await reeve.call(importing)
  expect([status, stdout]).toEqual([0, 'Imported 2 wards of lowmere.\n'])
  expect(stderr).toContain('warning: no one sits for "77" on record')
  expect(stderr).toContain('warning: the file has no ward "Ward 2 Harbour"')
  expect(stderr).not.toContain('Ward 1 Old Mill')
  write()
  expect(await reeve.call(importing)).toEqual({
    ...{ status: 1, stdout: '' },
    stderr: `reeve: ${path} has no features: export the wards with it\n`,
  })
})
