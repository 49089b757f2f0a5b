import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Sharing } from '../../access/counters.ts'
import type { Answered } from '../../http/request-log.ts'
import { type Family, series } from './families.ts'
import { pageBytesFamily, pageFamily, type WatchedPages } from './pages.ts'
import { ProcessFigures } from './process.ts'
import { RequestFigures } from './requests.ts'
import { storeFamilies, type WatchedStores } from './stores.ts'

/** What one process has to say. */
export interface Snapshot {
  /** Adds up over the processes, and still counts when the process is gone. */
  counted: Family[]
  /** Of the process itself, as long as it lives. */
  own: Family[]
}

const verdicts = 'reeve_rate_limit_requests_total'
const connections = 'reeve_http_connections'
const refusedConnections = 'reeve_http_connections_refused_total'
const sharing = 'reeve_rate_limit_shared'
const alone = 'reeve_rate_limit_alone_total'

/** Figures of this process, from its start. */
export class Figures {
  readonly #requests = new RequestFigures()
  readonly #process: ProcessFigures
  readonly #worker: string
  readonly #verdicts = { admitted: 0, refused: 0 }
  #open = 0
  #refusedConnections = 0
  #pages: WatchedPages = { hits: 0, misses: 0, bytes: 0 }
  #stores: WatchedStores = { handles: {} }
  #sharing: () => Sharing | undefined = () => undefined

  constructor(worker: string) {
    this.#worker = worker
    this.#process = new ProcessFigures(worker)
  }

  /** Counts every answer of the app, and asks how counting the limit with others goes. */
  watch(app: FastifyInstance, sharing: () => Sharing | undefined): void {
    this.#requests.watch(app)
    app.server.on('connection', (socket: Socket) => {
      this.#open += 1
      socket.once('close', () => {
        this.#open -= 1
      })
    })
    this.#sharing = sharing
  }

  /** Tells from now on how busy these are. */
  watchStores(stores: WatchedStores): void {
    this.#stores = stores
  }

  /** Counts an answer that the app did not give. */
  countAnswer(answer: Answered): void {
    this.#requests.count(answer)
  }

  /** Tells from now on how the cache of finished pages fares. */
  watchPages(pages: WatchedPages): void {
    this.#pages = pages
  }

  /** Counts a connection that was closed because its client had too many. */
  countRefusedConnection(): void {
    this.#refusedConnections += 1
  }

  countVerdict(admitted: boolean): void {
    this.#verdicts[admitted ? 'admitted' : 'refused'] += 1
  }

  snapshot(): Snapshot {
    return {
      counted: [
        ...this.#requests.families(),
        this.#verdictFamily(),
        this.#refusedConnectionFamily(),
        pageFamily(this.#pages),
        ...this.#aloneFamily(),
      ],
      own: [
        this.#connectionFamily(),
        pageBytesFamily(this.#worker, this.#pages),
        ...storeFamilies(this.#worker, this.#stores),
        ...this.#process.families(),
        ...this.#sharingFamily(),
      ],
    }
  }

  #verdictFamily(): Family {
    return {
      name: verdicts,
      type: 'counter',
      help: 'Requests with a good key, by what the limit said of them.',
      samples: Object.entries(this.#verdicts).map(([verdict, count]) => [
        series(verdicts, { verdict }),
        count,
      ]),
    }
  }

  #connectionFamily(): Family {
    return {
      name: connections,
      type: 'gauge',
      help: 'Connections that are open now.',
      samples: [[series(connections, { worker: this.#worker }), this.#open]],
    }
  }

  #refusedConnectionFamily(): Family {
    return {
      name: refusedConnections,
      type: 'counter',
      help: 'Connections that were closed because their client had too many.',
      samples: [[refusedConnections, this.#refusedConnections]],
    }
  }

  #aloneFamily(): Family[] {
    const now = this.#sharing()
    if (now === undefined) return []
    return [
      {
        name: alone,
        type: 'counter',
        help: 'Requests with a good key that a process decided by itself, because Redis was late or out of reach.',
        samples: [[alone, now.decidedAlone]],
      },
    ]
  }

  #sharingFamily(): Family[] {
    const now = this.#sharing()
    if (now === undefined) return []
    return [
      {
        name: sharing,
        type: 'gauge',
        help: 'Whether limits are counted in Redis now (1), or in this process alone because it is out of reach (0).',
        samples: [[series(sharing, { worker: this.#worker }), Number(now.isUp)]],
      },
    ]
  }
}
