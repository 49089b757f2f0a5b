import jsonServer from 'json-server'
import { printPort } from './rows/driver.mjs'
import { readAllMeetings } from './rows/meetings.mjs'
import { readAllMotions } from './rows/motions.mjs'

const app = jsonServer.create()
app.use(jsonServer.defaults({ logger: false }))
// It finds by id, the benchmark requests by slug.
const motions = readAllMotions().map((motion) => ({ ...motion, id: motion.slug }))
app.use(jsonServer.router({ meetings: readAllMeetings(), motions }))
const server = app.listen(0, '127.0.0.1', () => printPort(server))
