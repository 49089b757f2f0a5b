import { expect, it } from 'vitest'
import {
  item,
  minutes,
  minutesPath,
  readPortal,
  withEntry,
} from '../../../test/support/towns/escribe-portal.ts'

const present = { present_attendees: ['Ann Lee', 'Bo Park', 'Raj Singh', 'Mina Singh'] }

async function readMinutes(title: string, text: string) {
  const items = [
    item({ agenda_item_number: '2', title, minutes: text }),
    item({ agenda_item_number: '7.1', title: 'Sale of a lane' }),
    item({
      agenda_item_number: '9',
      title: 'Closed Session',
      sub_agendas_items: [item({ agenda_item_number: '9.1', title: 'Acquisition of land' })],
    }),
  ]
  const { warnings, of } = await readPortal({
    ...withEntry({}),
    [minutesPath]: minutes(items, present),
  })
  return {
    declared: of('declaration').map(({ name, person_key, item_number, nature, text: written }) => ({
      ...{ name, person_key, item_number, nature, text: written },
    })),
    reasons: warnings.map(({ reason }) => reason).filter((reason) => /interest/i.test(reason)),
  }
}

it.each([
  'Declarations of Interest',
  'Disclosure of Pecuniary Interest',
  'Déclarations d’intérêts',
])('a declaration is made below %s', async (title) => {
  const text = 'Councillor Lee declared an interest in item 7.1 because she owns land beside it.'
  const { declared, reasons } = await readMinutes(title, text)
  expect(declared).toEqual([
    {
      name: 'Lee',
      person_key: 'ann lee',
      item_number: '7.1',
      nature: 'she owns land beside it',
      text,
    },
  ])
  expect(reasons).toEqual([])
})

it('none is made below another heading', async () => {
  const text = 'Councillor Lee declared an interest in item 7.1.'
  expect(await readMinutes('Declaration of Surplus Land', text)).toEqual({
    declared: [],
    reasons: [],
  })
})

it('the nature of an interest in a closed item is not repeated', async () => {
  const text = 'Councillor Park declared an interest in item 9.1 because he owns the land.'
  const { declared } = await readMinutes('Declarations of Interest', text)
  expect(declared).toMatchObject([{ person_key: 'bo park', item_number: '9.1', nature: null }])
})

it('a surname of two members is linked to neither', async () => {
  const text = 'Councillor Singh declared an interest in item 7.1.'
  const { declared } = await readMinutes('Declarations of Interest', text)
  expect(declared).toMatchObject([{ name: 'Singh', person_key: null, text }])
})

it('what names several people stays a text, with a warning', async () => {
  const text = 'Councillors Lee and Park declared an interest in item 7.1.'
  const { declared, reasons } = await readMinutes('Declarations of Interest', text)
  expect(declared).toEqual([])
  expect(reasons).toEqual([
    `"Declarations of Interest" has a sentence that names several people; it stays a text: ${text}`,
  ])
})
