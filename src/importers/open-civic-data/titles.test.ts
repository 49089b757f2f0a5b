import { expect, it } from 'vitest'
import { collectItems, writeFolder } from '../../../test/support/imports/collect-items.ts'
import { checkRecord } from '../record-check.ts'
import { openCivicData } from './index.ts'

/** The agenda item that a description and notes become. */
async function itemOf(description: string, notes: string[] = []) {
  const event = {
    _id: 'e',
    name: 'Council',
    start_date: '2024-03-05',
    agenda: [{ description, notes }],
  }
  const folder = await writeFolder({ 'event_e.json': event })
  const { of, errors } = await collectItems(openCivicData, folder)
  expect(errors).toEqual([])
  const [item] = of('agenda_item')
  expect(checkRecord('agenda_item', item)).toEqual([])
  return item
}

it.each([3997, 3998, 3999, 4000])(
  'a long title with %d characters before a surrogate pair is cut outside of it, and complete in the description',
  async (length) => {
    const long = `${'a'.repeat(length)}${'\u{1F6B2}'.repeat(3)}`
    const item = await itemOf(long, ['As amended.', 'See map.'])
    expect(item?.title).toMatch(/^a+(?:\u{1F6B2})*…$/u)
    expect(item?.title).not.toMatch(/\p{Surrogate}/u)
    expect(item?.description).toBe(`${long}\n\nAs amended.\n\nSee map.`)
  },
)

it('a title within the limit does not change', async () => {
  const item = await itemOf('a'.repeat(4000), ['As amended.'])
  expect(item).toMatchObject({ title: 'a'.repeat(4000), description: 'As amended.' })
})
