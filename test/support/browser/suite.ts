import { afterAll, beforeAll, describe } from 'vitest'
import { type Service, type ServiceOptions, startService } from '../service/service.ts'
import { browserTitle, TestBrowser, withoutBrowser } from './browser.ts'

/** Service and browser, set before the tests run. */
interface Stage {
  service: Service
  browser: TestBrowser
}

/** A suite with its own service and browser; without a browser it is skipped, and its title gives the reason. */
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
