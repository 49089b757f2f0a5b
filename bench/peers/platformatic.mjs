// Platformatic DB's REST API, with routes generated from the tables.
import mapper from '@platformatic/sql-mapper'
import openapi from '@platformatic/sql-openapi'
import fastify from 'fastify'

const [, , file] = process.argv
// The requested tables, and those that they refer to.
const tables = ['municipalities', 'organizations', 'people', 'bylaws', 'matters', 'meetings']
const include = [...tables, 'agenda_items', 'motions', 'votes'].map((table) => [table, true])
const app = fastify()
await app.register(mapper.plugin ?? mapper, {
  connectionString: `sqlite://${file}`,
  include: Object.fromEntries(include),
})
await app.register(openapi.plugin ?? openapi)
await app.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write(`${app.server.address().port}\n`)
