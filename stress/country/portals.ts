import type { ServerResponse } from 'node:http'
import { document, handlerOf, meeting } from '../../test/support/civicweb/portal.ts'
import { itemMarkup, meetingPage } from '../../test/support/escribe/pages.ts'
import { between, startPortal } from '../../test/support/escribe/server.ts'
import { openJsonServer } from '../../test/support/http/json-server.ts'
import { rowsTown } from '../../test/support/legistar/rows-town.ts'
import { startLegistar } from '../../test/support/legistar/server.ts'
import { entry } from '../../test/support/towns/escribe-portal.ts'

/** What is wrong with a portal. `empty` lists no meetings any more, `unbounded` those of other days too. */
export type Ill = 'slow' | 'dead' | 'empty' | 'unbounded'

/** A portal on a port of its own, which counts as a host of its own. */
export interface Portal {
  importer: 'escribe' | 'civicweb' | 'legistar'
  url: string
  ill: Ill | undefined
  /** When each request came. */
  times: number[]
  /** From now on it is ill. */
  fallIll: () => void
  close: () => void
}

const slowMs = 2000
const dayMs = 86_400_000
const days = [-20, -50, -80, 14].map((n) => new Date(Date.now() + n * dayMs))
const dayOf = (date: Date) => date.toISOString().slice(0, 10)

const start = { escribe: startEscribe, civicweb: startCivicweb, legistar: startCouncil }

export async function startOne(importer: Portal['importer'], ill: Portal['ill']): Promise<Portal> {
  const state: State = { ill: undefined, times: [] }
  const { url, close } = await start[importer](state)
  const fallIll = () => {
    state.ill = ill
    state.times.length = 0
    if (ill === 'dead') close()
  }
  return { importer, url, ill, times: state.times, fallIll, close }
}

interface State {
  ill: Portal['ill']
  times: number[]
}

async function startEscribe(state: State) {
  const idOf = (i: number) => `00000000-0000-0000-0000-${String(i).padStart(12, '0')}`
  const entries = days.map((day, i) => {
    const url = `Meeting.aspx?Id=${idOf(i)}`
    const documents = [{ Type: 'PostMinutes', Format: 'HTML', Url: url, LanguageId: 9 }]
    const date = dayOf(day).replaceAll('-', '/')
    return entry({ ID: idOf(i), StartDate: `${date} 09:00:00`, MeetingDocumentLink: documents })
  })
  const listed = between(entries)
  const page = meetingPage(
    itemMarkup({ title: 'Ditch', motions: [{ motion_text: 'That a ditch be dug.' }] }),
  )
  return startPortal({
    calendar: (from, to) => {
      state.times.push(performance.now())
      if (state.ill === 'empty') return []
      return state.ill === 'unbounded' ? entries : listed(from, to)
    },
    page: () => {
      state.times.push(performance.now())
      return state.ill === 'slow' ? late((response) => response.end(page)) : page
    },
  })
}

async function startCivicweb(state: State) {
  const meetings = days.map((day, i) =>
    meeting({ Id: i + 1, MeetingDate: dayOf(day), MeetingDateTime: `${dayOf(day)} 18:30` }),
  )
  const empty = handlerOf({ meetings: [] })
  const all = handlerOf({
    meetings,
    other: (path) => {
      const [, id] = /meetings\/(\d+)\/meetingDocuments/.exec(path) ?? []
      return id === undefined ? undefined : [document({ MeetingId: Number(id), Id: Number(id) })]
    },
  })
  return openJsonServer((path, times) => {
    state.times.push(performance.now())
    const response = (state.ill === 'empty' ? empty : all)(path, times)
    if (state.ill !== 'slow' || response === undefined) return response
    return late((sent) => {
      if (typeof response === 'function') response(sent)
      else sent.end(JSON.stringify(response))
    })
  })
}

async function startCouncil(state: State) {
  const town = rowsTown()
  const { base, close } = await startLegistar(
    {
      list: (name) => (state.ill === 'empty' && name === 'Events' ? [] : town.list(name)),
      part: (path) => town.part(path),
    },
    {
      misbehaviour: () => {
        state.times.push(performance.now())
        return undefined
      },
    },
  )
  return { url: base, close: () => void close() }
}

const late = (respond: (response: ServerResponse) => void) => (response: ServerResponse) => {
  setTimeout(() => respond(response), slowMs)
}
