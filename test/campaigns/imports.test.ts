import { describe, it } from 'vitest'
import { ofImports } from './campaigns.ts'
import { win } from './kit/win.ts'

describe('the campaigns against imports', () => {
  it.each(ofImports)('are won: $name, $about', win, 240_000)
})
