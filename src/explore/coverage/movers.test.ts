import { expect, it, onTestFinished } from 'vitest'
import { startService } from '../../../test/support/service/service.ts'
import { textOf } from '../../../test/support/site/page-content.ts'
import { pastMeeting } from '../../../test/support/towns/past-meeting.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

const motion = (position: number, more = {}) => ({
  ...{ kind: 'motion', key: `v${position}`, position, meeting_key: 'm', result: 'Carried' },
  ...{ identifier: `K-${position}`, text: `That kiosk ${position} be moved.` },
  ...more,
})

async function pagesOf(...motions: object[]) {
  const source = sourceOf([pastMeeting('m', { has_minutes: true }), ...motions])
  const service = await startService({ source })
  onTestFinished(() => service.stop())
  return async (path: string) =>
    textOf((await service.call(path, { headers: { accept: 'text/html' } })).body)
}

it('a source that names no mover is said once, on the page of the coverage', async () => {
  const page = await pagesOf(motion(1), motion(2))
  expect(await page('/pemberley/motions/motion-k-1')).not.toContain('Who moved it')
  expect(await page('/pemberley/coverage')).toContain('Who moved a motion is not recorded')
  expect(await page('/fr/pemberley/coverage')).toContain('Qui a proposé une motion n’est pas')
})

it('where it names some, each motion without one says so', async () => {
  const page = await pagesOf(motion(1), motion(2, { mover_name: 'Sora Whitlock' }))
  expect(await page('/pemberley/motions/motion-k-1')).toContain('Who moved it is not recorded.')
  expect(await page('/pemberley/motions/motion-k-2')).toContain('Moved by Sora Whitlock')
  expect(await page('/pemberley/coverage')).not.toContain('Who moved a motion')
})
