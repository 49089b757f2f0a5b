import { describe, expect, it } from 'vitest'
import { textBeside } from './step-text.ts'
import { stepsOf } from './steps.ts'

const action = (description: string, date: string, more: object = {}) => ({
  ...{ description, date, organization: 'Board', meeting_slug: null, motion_slug: null, ...more },
})
const motion = (slug: string, position: number, more: object = {}) => ({
  ...{ slug, position, date: '2031-05-02', meeting_slug: 'may', kind: 'motion', result: null },
  ...more,
})
const namesOf = (ways: Partial<Parameters<typeof stepsOf>[0]>) =>
  stepsOf({ actions: [], motions: [], sittings: [], ...ways }).map((step) =>
    [step.date, step.action?.description, ...step.motions.map(({ slug }) => slug)]
      .filter((part) => part !== undefined)
      .join(' '),
  )

describe('the steps of a record', () => {
  it('have each motion once, before the step of a later motion of its meeting and after that of an earlier one', () => {
    const may = { meeting_slug: 'may' }
    const actions = [
      action('Filed', '2031-04-30'),
      action('Read', '2031-05-02', may),
      action('Passed', '2031-05-02', { ...may, motion_slug: 'main' }),
      action('In force', '2031-05-02'),
    ]
    const motions = [
      motion('thanks', 7, { kind: 'procedural' }),
      motion('main', 4),
      motion('lost', 3, { kind: 'amendment', result: 'Defeated' }),
      motion('elsewhere', 1, { meeting_slug: null, date: '' }),
    ]
    expect(namesOf({ actions, motions })).toEqual([
      ' elsewhere',
      '2031-04-30 Filed',
      '2031-05-02 Read',
      '2031-05-02 lost',
      '2031-05-02 Passed main',
      '2031-05-02 thanks',
      '2031-05-02 In force',
    ])
  })

  it('have a step once that several matters record, and meetings without a step alone', () => {
    const step = action('Vetoed', '2031-05-09')
    const sittings = [{ slug: 'june', date: '2031-06-01' }]
    expect(namesOf({ actions: [step, { ...step }], sittings })).toEqual([
      '2031-05-09 Vetoed',
      '2031-06-01',
    ])
  })
})

describe('the text of a step', () => {
  const step = (description: string, text: string | null) => ({ description, text })
  const steps = [step('Passed by Board', null), step('Sent on by Board', null)]

  it.each([
    [
      step('Sent on by Board', 'This Plan was Sent on by Board to the Roads Panel'),
      'to the Roads Panel',
    ],
    [step('Sent on by Board', 'This Plan was Sent on by Board'), null],
    [step('Overruled by Board', 'A motion was made that this Plan be Passed by Board.'), null],
    [step('Held', 'The panel heard nine people.'), 'The panel heard nine people.'],
    [step('Held', null), null],
  ])('is what it says beside its description, unless it is that of another step', (one, shown) => {
    expect(textBeside(one, [...steps, one])).toBe(shown)
  })
})
