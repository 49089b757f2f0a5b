import { describe, it } from 'vitest'
import { differential } from './differential.ts'
import { win } from './kit/win.ts'

describe('the campaign of both databases', () => {
  it.each([differential])('is won: $name, $about', win, 300_000)
})
