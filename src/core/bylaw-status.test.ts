import { expect, it } from 'vitest'
import { isNoLongerLaw } from './bylaw-status.ts'

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
