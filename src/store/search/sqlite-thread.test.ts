import { expect, it, onTestFinished } from 'vitest'
import { SqliteSearchThread } from './sqlite-thread.ts'

/** A thread that is ready later than a search may wait, and finds nothing. */
const slowEntry = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500)
    parentPort.on('message', () => parentPort.postMessage({ response: 'found' }))
    parentPort.postMessage({ isReady: true })
  `)}`,
)

it('searches wait for their thread to start, however long it takes', async () => {
  const thread = new SqliteSearchThread('', slowEntry)
  onTestFinished(() => thread.close())
  const searches = Array.from({ length: 3 }, () => thread.search({} as never))
  expect(await Promise.all(searches)).toEqual(['found', 'found', 'found'])
})
