import { describe, it } from 'vitest'
import { canaries } from './canaries.ts'
import { keys } from './keys.ts'
import { win } from './kit/win.ts'
import { limitCampaign } from './limit.ts'
import { schedules } from './schedules.ts'
import { sockets } from './sockets.ts'

describe('the campaigns', () => {
  // Side by side: each has a service or a process of its own, and one waits for a time limit of the server.
  it.concurrent.each([sockets, limitCampaign, canaries])('are won: $name, $about', win)

  // These only reckon, for seconds without a pause; a service beside them would seem to be silent.
  it.each([schedules, keys])('are won: $name, $about', win)
})
