import { goldenInput } from '../imports/golden-input.ts'

/** A generated town as pupa writes it: with `_id`s that change with every scrape, and pseudo-ids for unknown ones. */
export const pupaTown = goldenInput('open-civic-data/town')
