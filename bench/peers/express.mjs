import express from 'express'
import { printPort } from './rows/driver.mjs'
import { listMeetings } from './rows/meetings.mjs'
import { findMotion } from './rows/motions.mjs'

const app = express()
app.get('/meetings', (request, response) => {
  const { page = '1', per_page: perPage = '20' } = request.query
  response.json(listMeetings(Number(page), Number(perPage)))
})
app.get('/motions/:slug', (request, response) => {
  const motion = findMotion(request.params.slug)
  if (motion === undefined) response.status(404).json({ error: 'not found' })
  else response.json({ data: motion })
})
const server = app.listen(0, '127.0.0.1', () => printPort(server))
