import { describe, it } from 'vitest'
import { fromServers } from './campaigns.ts'
import { win } from './kit/win.ts'

describe('campaigns of sources', () => {
  it.each(fromServers)('are won: $name, $about', win)
})
