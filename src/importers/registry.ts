import { bundle } from './bundle/index.ts'
import { civicweb } from './civicweb/index.ts'
import { declarationsCsv } from './declarations-csv/index.ts'
import { escribe } from './escribe/index.ts'
import { legistarArchive } from './legistar/archive/archive.ts'
import { legistar } from './legistar/web-api/web-api.ts'
import { mayoralDecisionsPage } from './mayoral-decisions/page.ts'
import { mayoralDecisionsCsv } from './mayoral-decisions/table.ts'
import { openCivicData } from './open-civic-data/index.ts'
import { reeve } from './reeve/index.ts'
import { sample } from './sample/index.ts'
import type { ImportSource } from './source.ts'
import { votesCsv } from './votes-csv/index.ts'
import { toronto } from './votes-csv/toronto.ts'
import { vancouver } from './votes-csv/vancouver.ts'

/** The sources of `reeve import`, by name. */
export const sources: Readonly<Record<string, ImportSource>> = {
  bundle,
  civicweb,
  'declarations-csv': declarationsCsv,
  escribe,
  legistar,
  'legistar-archive': legistarArchive,
  'mayoral-decisions-csv': mayoralDecisionsCsv,
  'mayoral-decisions-page': mayoralDecisionsPage,
  'open-civic-data': openCivicData,
  reeve,
  sample,
  toronto,
  vancouver,
  'votes-csv': votesCsv,
}
