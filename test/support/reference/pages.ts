import { readConformance } from '../../../src/site/about/conformance.ts'
import { version } from '../../../src/version.ts'
import { conformancePage } from '../../conformance/report.ts'
import { apiPages } from './api.ts'
import { cliPage } from './cli.ts'
import { clientTypes } from './client-types.ts'
import { configurationPage } from './configuration.ts'
import { errorsPage } from './errors.ts'
import { privacySummary } from './privacy-summary.ts'
import { bundleSchemaFile, recordsPage } from './records.ts'
import { siteFilePage } from './site-file.ts'

/** Every generated file of docs/reference. */
export const referencePages: Record<string, () => string | Promise<string>> = {
  ...apiPages,
  '../../packages/client/src/api.ts': clientTypes,
  'bundle.schema.json': bundleSchemaFile,
  'cli.md': cliPage,
  'configuration.md': configurationPage,
  'conformance.md': () => conformancePage(readConformance()),
  'errors.md': errorsPage,
  'privacy-summary.md': () => privacySummary('en', version, '../'),
  '../fr/reference/privacy-summary.md': () => privacySummary('fr', version, '../../'),
  'records.md': recordsPage,
  'site-file.md': siteFilePage,
}
