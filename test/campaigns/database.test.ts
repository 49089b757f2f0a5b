import { describe, it } from 'vitest'
import { withPostgres } from './campaigns.ts'
import { win } from './kit/win.ts'

describe('the campaigns with PostgreSQL', () => {
  it.each(withPostgres)('are won: $name, $about', win, 240_000)
})
