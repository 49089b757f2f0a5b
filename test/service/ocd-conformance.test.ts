import { expect, it } from 'vitest'
import { legistarArchive } from '../../src/importers/legistar/archive/archive.ts'
import { writeFolder } from '../support/imports/collect-items.ts'
import { largerTown } from '../support/legistar/town.ts'
import { deviationsOf } from '../support/ocd/conformance.ts'
import { remainingDeviations } from '../support/ocd/remaining.ts'
import { startLowmere } from '../support/sample/service.ts'
import { ocdLists } from '../support/service/endpoints.ts'
import { readOcdDetails } from '../support/service/read-lists.ts'
import { type Service, startService } from '../support/service/service.ts'
import { startTownWithEdges } from '../support/towns/town-with-edges.ts'

/** An archive of Legistar, whose texts are other ones. */
const legistarTown = async () => legistarArchive.open(await writeFolder(largerTown(5)), {})

async function addDeviations(found: Set<string>, service: Service): Promise<void> {
  try {
    for (const list of ocdLists) {
      for (const entity of await readOcdDetails(service, list))
        for (const deviation of deviationsOf(list, entity)) found.add(deviation)
    }
  } finally {
    await service.stop()
  }
}

it('differs from the standard only where the guide says so', async () => {
  const found = new Set<string>()
  await addDeviations(found, await startTownWithEdges())
  await addDeviations(found, await startLowmere())
  await addDeviations(found, await startService({ source: await legistarTown() }))
  expect([...found].sort()).toEqual(Object.keys(remainingDeviations).sort())
})
