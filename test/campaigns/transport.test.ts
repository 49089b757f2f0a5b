import { describe, it } from 'vitest'
import { win } from './kit/win.ts'
import { limitCampaign } from './limit.ts'
import { schedules } from './schedules.ts'
import { sockets } from './sockets.ts'

describe('the campaigns', () => {
  it.each([sockets, limitCampaign, schedules])('are won: $name, $about', win)
})
