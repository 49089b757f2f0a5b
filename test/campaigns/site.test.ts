import { describe, it } from 'vitest'
import { csrf } from './csrf.ts'
import { win } from './kit/win.ts'
import { sessions } from './sessions.ts'
import { shownOnce } from './shown-once.ts'

describe('the campaigns against the site', () => {
  it.each([csrf, sessions, shownOnce])('are won: $name, $about', win)
})
