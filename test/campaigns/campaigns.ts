import { canaries } from './canaries.ts'
import { csrf } from './csrf.ts'
import { cursors } from './cursors.ts'
import { duplicates } from './duplicates.ts'
import { enumeration } from './enumeration.ts'
import { head } from './head.ts'
import { headers } from './headers.ts'
import { keys } from './keys.ts'
import type { Campaign } from './kit/campaign.ts'
import { limitCampaign } from './limit.ts'
import { markup } from './markup.ts'
import { methodsCampaign } from './methods.ts'
import { numbers } from './numbers.ts'
import { paths } from './paths.ts'
import { races } from './races.ts'
import { schedules } from './schedules.ts'
import { searchSyntax } from './search-syntax.ts'
import { sessions } from './sessions.ts'
import { shownOnce } from './shown-once.ts'
import { signInFlood } from './sign-in-flood.ts'
import { siteCanaries } from './site-canaries.ts'
import { sockets } from './sockets.ts'
import { strings } from './strings.ts'

/** All campaigns, in the order in which `npm run campaign` lists them. */
export const campaigns: readonly Campaign[] = [
  numbers,
  strings,
  duplicates,
  cursors,
  searchSyntax,
  paths,
  methodsCampaign,
  head,
  headers,
  sockets,
  limitCampaign,
  schedules,
  keys,
  canaries,
  csrf,
  sessions,
  shownOnce,
  races,
  enumeration,
  signInFlood,
  siteCanaries,
  markup,
]
