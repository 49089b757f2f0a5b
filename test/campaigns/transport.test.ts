import { describe, it } from 'vitest'
import { besideEachOther, reckoning } from './campaigns.ts'
import { win } from './kit/win.ts'

describe('the campaigns', () => {
  // Side by side, because one waits for a time limit of the server.
  it.concurrent.each(besideEachOther)('are won: $name, $about', win)

  // By themselves: a service beside them would seem to be silent.
  it.each(reckoning)('are won: $name, $about', win)
})
