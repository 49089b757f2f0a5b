import { describe, it } from 'vitest'
import { ofStarts } from './campaigns.ts'
import { win } from './kit/win.ts'

describe('the campaigns of npm start', () => {
  it.each(ofStarts)('are won: $name, $about', win, 240_000)
})
