import jsonServer from 'json-server'
import { printPort, readAll } from './rows.mjs'

const app = jsonServer.create()
app.use(jsonServer.defaults({ logger: false }))
app.use(jsonServer.router(readAll()))
const server = app.listen(0, '127.0.0.1', () => printPort(server))
