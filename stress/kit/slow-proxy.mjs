// A separate process, started by `slow-proxy.ts`, so that the load of the test does not delay it.
import { connect, createServer } from 'node:net'

const to = Number(process.argv[2])
let delayMs = 0
process.on('message', (milliseconds) => {
  delayMs = milliseconds
})
process.on('disconnect', () => process.exit())

const server = createServer((client) => {
  const upstream = connect(to, '127.0.0.1')
  const pair = [client, upstream]
  for (const socket of pair) {
    socket.setNoDelay()
    socket.on('error', () => undefined)
    socket.on('close', () => {
      for (const other of pair) other.destroy()
    })
  }
  client.on('data', (bytes) => upstream.write(bytes))
  let due = 0
  upstream.on('data', (bytes) => {
    // Never before an earlier packet, even if the delay has decreased.
    due = Math.max(due, performance.now() + delayMs)
    const wait = due - performance.now()
    if (wait > 0) setTimeout(() => client.write(bytes), wait)
    else client.write(bytes)
  })
})
server.listen(0, '127.0.0.1', () => process.send(server.address().port))
