import { Diagnostics } from '../kit/diagnostics.ts'
import { EmitOnce } from '../kit/emit-once.ts'
import { inOrder } from '../kit/in-order.ts'
import type { JsonApi } from '../kit/json-api.ts'
import { defaultFetchPolicy, type FetchPolicy } from '../kit/json-client.ts'
import { MeetingStates } from '../kit/meeting-state.ts'
import { type DayRange, openPortal } from '../kit/portal.ts'
import type { ImportSource, SourceItem } from '../source.ts'
import { meetingItems } from './map.ts'
import { type Portal, readMeeting, readMeetings } from './read.ts'

// The portals state no limit; four requests a second are those of one visitor.
const pauseMs = 250

/** CivicWeb of iCompass and Diligent, a meeting portal used by most smaller Canadian councils. */
export const civicweb = civicwebSource({ ...defaultFetchPolicy, pauseMs })

export function civicwebSource(policy: FetchPolicy): ImportSource {
  return {
    name: 'civicweb',
    describe: 'the URL of a portal, https://<town>.civicweb.net',
    takes: ['since', 'resume'],
    async open(location, options = {}) {
      const platform = {
        name: 'civicweb',
        example: 'https://<town>.civicweb.net',
        paths: ['Services/MeetingsService.svc/meetings', 'Portal/MeetingSchedule.aspx'],
        policy,
      }
      const { api, url, range, opened } = await openPortal(location, platform, options)
      return { ...opened, items: readItems(api, url, { ...range, ahead: policy.concurrency }) }
    },
  }
}

async function* readItems(
  api: JsonApi,
  url: string,
  range: DayRange & { ahead: number },
): AsyncGenerator<SourceItem> {
  const diagnostics = new Diagnostics()
  const portal: Portal = { api, url, range, diagnostics }
  const [emitted, states] = [new EmitOnce(), new MeetingStates()]
  try {
    const meetings = await readMeetings(portal)
    const read = inOrder(meetings, range.ahead, (meeting) => readMeeting(meeting, portal))
    for await (const meeting of read) {
      yield* meetingItems(meeting, { ...portal, emitted, states })
      yield* diagnostics.drain()
    }
    yield* states.warnings()
    yield* diagnostics.drain()
    yield* diagnostics.missingEndpoints()
  } finally {
    api.stop()
  }
}
