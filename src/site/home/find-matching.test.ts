import { describe, expect, it } from 'vitest'
import { StoreFailure, TooManySearches } from '../../store/store-error.ts'
import { findMatching } from './find-matching.ts'

const region = { key: '', name: '' }
const council = { id: 7, slug: 'weir', name: 'Weir', folded: 'weir', letter: 'W', region }

const failingWith = (error: Error) =>
  findMatching({ searchMunicipalities: () => Promise.reject(error) }, [council], 'heron')

describe('the councils with matching texts', () => {
  it('are unknown while too many searches run', async () => {
    expect(await failingWith(new TooManySearches())).toBeUndefined()
    await expect(failingWith(new StoreFailure('gone'))).rejects.toThrow('gone')
  })
})
