import { it } from 'vitest'
import { runStressTest } from './kit/run-stress-test.ts'
import { scale } from './scale.ts'

it(`is won: scale, ${scale.about}`, () => runStressTest(scale))
