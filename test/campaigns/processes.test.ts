import { describe, it } from 'vitest'
import { canaries } from './canaries.ts'
import { keys } from './keys.ts'
import { win } from './kit/win.ts'

describe('the campaigns', () => {
  it.each([keys, canaries])('are won: $name, $about', win)
})
