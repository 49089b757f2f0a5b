import { settings } from '../../../src/config/settings.ts'

// Imported by vitest.config.ts for all that the runner starts, and again before each test file, because Vitest sets
// BASE_URL in its workers.

for (const name of Object.keys(settings)) delete process.env[name]
delete process.env.NODE_ENV
// A database that cannot be opened or created, so that no test uses that of the current folder.
process.env.DATABASE_URL = 'sqlite:/dev/null/reeve.db'
