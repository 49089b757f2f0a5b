import { describe, it } from 'vitest'
import { csrf } from './csrf.ts'
import { win } from './kit/win.ts'

describe('the campaigns against the site', () => {
  it.each([csrf])('are won: $name, $about', win)
})
