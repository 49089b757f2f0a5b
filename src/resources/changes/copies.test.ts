import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { council, councilsAfter, steps } from '../../../test/support/imports/edited-council.ts'
import { seed } from '../../../test/support/project/random-seed.ts'
import { Copy } from '../../../test/support/service/copy.ts'
import { importRecords } from '../../../test/support/service/import-records.ts'
import { startService } from '../../../test/support/service/service.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

it('a copy is all records after any imports, also between its pages', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.infiniteStream(fc.nat(2)), async (all, order) => {
      const service = await startService({ source: sourceOf(council) })
      onTestFinished(() => service.stop())
      const copies = [new Copy(service), new Copy(service, 3), new Copy(service, 7)]
      for (const records of councilsAfter(all)) {
        await importRecords(service, records, { prune: true, isPartial: true })
        for (const next of [...order.take(5)]) await copies[next]?.page()
        const full = new Copy(service)
        await full.sync()
        await copies[0]?.sync()
        expect(copies[0]?.records).toEqual(full.records)
      }
      for (const copy of copies) {
        await copy.sync()
        expect(copy.records).toEqual(copies[0]?.records)
      }
    }),
    { seed, numRuns: 4 },
  )
})
