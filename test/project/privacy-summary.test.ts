import { expect, it } from 'vitest'
import { retention } from '../../src/access/retention.ts'
import { settings } from '../../src/config/settings.ts'
import { siteLocales } from '../../src/site/locale.ts'
import { accessTables } from '../../src/store/access-tables.ts'
import { freshStore } from '../support/database/fresh-store.ts'
import { rowsOf } from '../support/database/inspector.ts'
import { privacySummary, storedTables } from '../support/reference/privacy-summary.ts'

const pages = siteLocales.map(({ language }) => privacySummary(language, '1.0.0', ''))

it('the privacy summary has every column of the tables of accounts', async () => {
  const { databaseUrl, remove } = await freshStore('sqlite')
  const columns = async (name: string) => {
    const query = `select name from pragma_table_info('${name}') order by cid`
    return (await rowsOf<{ name: string }>(databaseUrl, query)).map((row) => row.name)
  }
  for (const name of accessTables)
    expect([...storedTables[name].columns].sort(), name).toEqual((await columns(name)).sort())
  await remove()
})

it('the privacy summary has how long each thing is kept, and settings that exist', () => {
  for (const page of pages) {
    for (const [name, value] of Object.entries(retention))
      expect(page, name).toMatch(new RegExp(`\\b${value}\\b`))
    const named = [...page.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name)
    expect(named).toEqual(['REDIS_URL', 'SIGNUPS'])
    expect(Object.keys(settings)).toEqual(expect.arrayContaining(named))
  }
})

it('the page about privacy has the same times', () => {
  for (const { words, language } of siteLocales) {
    const texts = JSON.stringify(words.privacy)
    expect(texts, language).toMatch(new RegExp(`\\b${retention.usageDays}\\b`))
  }
})
