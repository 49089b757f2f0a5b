import { apiPage } from './api.ts'
import { cliPage } from './cli.ts'
import { configurationPage } from './configuration.ts'
import { errorsPage } from './errors.ts'
import { bundleSchemaFile, recordsPage } from './records.ts'

/** Every file of docs/reference, made from the code; `npm run docs` writes them. */
export const referencePages: Record<string, () => string | Promise<string>> = {
  'api.md': apiPage,
  'bundle.schema.json': bundleSchemaFile,
  'cli.md': cliPage,
  'configuration.md': configurationPage,
  'errors.md': errorsPage,
  'records.md': recordsPage,
}
