import { it } from 'vitest'
import { win } from './kit/win.ts'
import { scale } from './scale.ts'

it(`is won: scale, ${scale.about}`, () => win(scale))
