import { councils } from './groups/councils.ts'
import { depthGroup } from './groups/depth.ts'
import { downloads } from './groups/downloads.ts'
import { growth } from './groups/growth.ts'
import { importing } from './groups/import.ts'
import { memory } from './groups/memory.ts'
import { pages } from './groups/pages.ts'
import { peersGroup } from './groups/peers.ts'
import { requests } from './groups/requests.ts'
import { search } from './groups/search.ts'
import { start } from './groups/start.ts'
import type { Group } from './kit/bench.ts'

/** In the order in which they run. */
export const groups: readonly Group[] = [
  requests,
  growth,
  depthGroup,
  pages,
  downloads,
  search,
  councils,
  memory,
  start,
  importing,
  peersGroup,
]
