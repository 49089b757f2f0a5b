import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { oneAtATime, openServer, serverOptions } from './transport.ts'

let server: Server
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

async function serve(listener: RequestListener): Promise<() => Socket> {
  server = createServer(oneAtATime(listener))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return () => connect(port, '127.0.0.1').on('error', () => undefined)
}

const requests = (count: number) =>
  Array.from({ length: count }, (_, i) => `GET /${i} HTTP/1.1\r\nHost: x\r\n\r\n`).join('')

async function textOf(socket: Socket, isComplete: (text: string) => boolean): Promise<string> {
  let text = ''
  for await (const chunk of socket) {
    text += chunk
    if (isComplete(text)) break
  }
  return text
}

describe('pipelined requests', () => {
  it('are handled one at a time, and responses are in order', async () => {
    let running = 0
    let runningMax = 0
    const open = await serve(async (request, response) => {
      running += 1
      runningMax = Math.max(runningMax, running)
      await pause(1)
      running -= 1
      response.end(`<${request.url}>`)
    })
    const socket = open()
    socket.write(requests(30))
    const text = await textOf(socket, (read) => read.includes('</29>'))
    const paths = [...text.matchAll(/<(\/\d+)>/g)].map(([, path]) => path)
    expect(paths).toEqual(Array.from({ length: 30 }, (_, i) => `/${i}`))
    expect(runningMax).toBe(1)
  })

  it('wait while the client does not read', async () => {
    const handled: string[] = []
    const large = Buffer.alloc(16 * 2 ** 20, 'x')
    const open = await serve((request, response) => {
      handled.push(request.url ?? '')
      response.end(large)
    })
    const socket = open().pause()
    socket.write(requests(5))
    await expect.poll(() => handled).toEqual(['/0'])
    const other = open()
    other.write(requests(1))
    await once(other, 'data')
    other.destroy()
    expect(handled).toEqual(['/0', '/0'])
    socket.resume()
    await expect.poll(() => handled).toHaveLength(6)
    socket.destroy()
  })

  it('are forgotten when the client leaves', async () => {
    let finish = () => {}
    const handled: string[] = []
    const open = await serve((request, response) => {
      handled.push(request.url ?? '')
      finish = () => response.end()
    })
    const socket = open()
    socket.write(requests(3))
    await expect.poll(() => handled).toEqual(['/0'])
    socket.destroy()
    const connections = () =>
      new Promise((resolve) => server.getConnections((_, count) => resolve(count)))
    await expect.poll(connections).toBe(0)
    finish()
    expect(handled).toEqual(['/0'])
  })

  it('close the connection if too many wait, and then leave room for those of others', async () => {
    const open = await serve((_request, response) => void setTimeout(() => response.end('.'), 20))
    for (let time = 0; time < 2; time += 1) {
      const greedy = open()
      greedy.write(requests(6000))
      await once(greedy, 'close')
      const other = open()
      other.write(requests(10))
      const isComplete = (text: string) => text.split('HTTP/1.1 200').length === 11
      expect(isComplete(await textOf(other, isComplete))).toBe(true)
    }
  })
})

it('a connection on which nothing moves is closed after its time', async () => {
  server = openServer(() => undefined)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [connection] = (await once(server, 'connection')) as [Socket]
  expect(connection.timeout).toBe(serverOptions.connectionTimeout)
  connection.emit('timeout')
  await once(client, 'close')
})
