import { settings } from '../../../src/config/settings.ts'

// Imported by vitest.config.ts, for whatever the runner starts, and again before each test file: vitest sets a BASE_URL
// of its own in its workers.

for (const name of Object.keys(settings)) delete process.env[name]
delete process.env.NODE_ENV
// No test may reach the database of the folder that it runs in: this one cannot be opened or created.
process.env.DATABASE_URL = 'sqlite:/dev/null/reeve.db'
