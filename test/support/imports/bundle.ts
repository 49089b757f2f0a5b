import { bundle } from '../../../src/importers/bundle/index.ts'
import { collectItems, writeFolder } from './collect-items.ts'

export const municipality = {
  slug: 'ottawa',
  name: 'City of Ottawa',
  division_id: 'ocd-division/country:ca/csd:3506008',
  time_zone: 'America/Toronto',
  url: 'https://ottawa.ca',
}
export const source = { name: 'town', url: 'https://town.example', licence: 'CC0-1.0' }
export const head = { format: 'reeve-bundle', version: 2, municipality, source }
export const bundleOf = (files: Record<string, unknown>) =>
  writeFolder({ 'bundle.json': head, ...files })
export const problemsOf = async (files: Record<string, unknown>) =>
  (await collectItems(bundle, await bundleOf(files))).errors.map(
    ({ location, reason }) => `${location} ${reason}`,
  )
