import { afterAll, beforeAll, describe } from 'vitest'
import { type Service, type ServiceOptions, startService } from '../service/service.ts'
import { browserTitle, TestBrowser, withoutBrowser } from './browser.ts'

/** What a suite in a browser has once its tests run. */
interface Stage {
  service: Service
  browser: TestBrowser
}

/** A suite with a service and a browser of its own; skipped, and its title says why, if there is no browser. */
export function describeInBrowser(
  title: string,
  options: ServiceOptions,
  suite: (stage: Stage) => void,
): void {
  describe.skipIf(withoutBrowser)(browserTitle(title), () => {
    const stage = {} as Stage
    beforeAll(async () => {
      stage.service = await startService(options)
      stage.browser = await TestBrowser.launch()
    })
    afterAll(async () => {
      await stage.browser?.close()
      await stage.service?.stop()
    })
    suite(stage)
  })
}
