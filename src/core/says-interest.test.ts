import { expect, it } from 'vitest'
import { saysInterest } from './says-interest.ts'

it.each([
  'Conflict of interest',
  'Declared an interest',
  'Declared a pecuniary interest and left the room',
  'Indirect pecuniary interest (spouse)',
  'interest declared',
  'Declared Conflict',
  'Conflict',
  'Intérêt pécuniaire',
  'Conflit d’intérêts',
  'A déclaré un intérêt',
  'Conflit',
])('an interest was declared: %s', (reason) => {
  expect(saysInterest(reason)).toBe(true)
})

it.each([
  'Left the room',
  'Conflict with another meeting',
  'Scheduling conflict',
  'Conflit d’horaire',
  'A quitté la salle',
  'No pecuniary interest',
  'Aucun conflit d’intérêts',
  'In the interest of time',
  'Owns a house nearby',
  'Medical',
])('no interest was declared: %s', (reason) => {
  expect(saysInterest(reason)).toBe(false)
})
