import { it } from 'vitest'
import { runStressTest } from './kit/run-stress-test.ts'
import { scale } from './scale.ts'

it(`scale: ${scale.about}`, () => runStressTest(scale))
