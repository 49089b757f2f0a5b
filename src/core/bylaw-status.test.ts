import { expect, it } from 'vitest'
import { isInForceOn, isNoLongerLaw } from './bylaw-status.ts'

it.each([
  ...['Repealed by By-law 2024-8', 'Quashed on appeal', 'Abrogé', 'Expired 2020-01-01', 'Void'],
])('%s: no longer law', (status) => {
  expect(isNoLongerLaw(status)).toBe(true)
})

it.each([
  ...['In force', 'Not repealed', 'To be repealed', 'Repealed in part', 'Véto annulé'],
  ...['Appeal period expired', 'Le conseil annule le véto', "Délai d'appel expiré; en vigueur"],
])('%s: still law', (status) => {
  expect(isNoLongerLaw(status)).toBe(false)
})

it('came into force on a day by its status or by a step of that day', () => {
  const day = '2031-05-02'
  const step = (date: string, description: string) => ({ date, description })
  expect(isInForceOn(day, 'In force')).toBe(true)
  expect(isInForceOn(day, 'En vigueur')).toBe(true)
  expect(isInForceOn(day, 'Repealed', [step(day, 'Entrée en vigueur')])).toBe(true)
  expect(isInForceOn(day, 'Repealed', [step('2031-06-02', 'In force')])).toBe(false)
  expect(isInForceOn(day, 'Enacted', [step(day, 'Became law')])).toBe(false)
})
