import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Sharing } from '../../access/counters.ts'
import type { LoggedResponse } from '../../http/request-log.ts'
import { type Family, familyOf } from './families.ts'
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
  countResponse(answer: LoggedResponse): void {
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
    const worker = this.#worker
    const sharing = this.#sharing()
    return {
      counted: [
        ...this.#requests.families(),
        familyOf(
          'counter',
          'reeve_rate_limit_requests_total',
          'Requests with a good key, by what the limit said of them.',
          Object.entries(this.#verdicts).map(([verdict, count]) => [{ verdict }, count]),
        ),
        familyOf(
          'counter',
          'reeve_http_connections_refused_total',
          'Connections that were closed because their client had too many.',
          [[{}, this.#refusedConnections]],
        ),
        pageFamily(this.#pages),
        ...(sharing === undefined ? [] : [aloneFamily(sharing)]),
      ],
      own: [
        familyOf('gauge', 'reeve_http_connections', 'Connections that are open now.', [
          [{ worker }, this.#open],
        ]),
        pageBytesFamily(worker, this.#pages),
        ...storeFamilies(worker, this.#stores),
        ...this.#process.families(),
        ...(sharing === undefined ? [] : [sharingFamily(worker, sharing)]),
      ],
    }
  }
}

function aloneFamily({ decidedAlone }: Sharing): Family {
  return familyOf(
    'counter',
    'reeve_rate_limit_alone_total',
    'Requests with a good key that a process decided by itself, because Redis was late or out of reach.',
    [[{}, decidedAlone]],
  )
}

function sharingFamily(worker: string, { isUp }: Sharing): Family {
  return familyOf(
    'gauge',
    'reeve_rate_limit_shared',
    'Whether limits are counted in Redis now (1), or in this process alone because it is out of reach (0).',
    [[{ worker }, Number(isUp)]],
  )
}
