import townMeeting from '../../golden/legistar-archive/town/input/events/2024/2024-03-05_19_00_town-council_900.json' with {
  type: 'json',
}
import townMatter from '../../golden/legistar-archive/town/input/introduction/2024/0012.json' with {
  type: 'json',
}
import townPerson from '../../golden/legistar-archive/town/input/people/vera-ng.json' with {
  type: 'json',
}
import { goldenInput } from '../imports/golden-input.ts'

// A generated town that publishes with Legistar, as the files of an archive.

export { townMatter, townMeeting, townPerson }

export const townMatterPath = 'introduction/2024/0012.json'
export const townEventPath = 'events/2024/2024-03-05_19_00_town-council_900.json'

export const townFiles: Record<string, unknown> = goldenInput('legistar-archive/town')

/** The town with more meetings, each with a vote on one more matter. */
export function largerTown(meetings: number): Record<string, unknown> {
  const files: Record<string, unknown> = { ...townFiles }
  for (let n = 1; n <= meetings; n += 1) {
    const [introduced, decided] = townMatter.History
    const itemId = 100_000 + n
    const eventId = 2000 + n
    files[`resolution/2024/${String(n).padStart(4, '0')}.json`] = {
      ...townMatter,
      ID: 1000 + n,
      File: `Res ${n}`,
      TypeName: 'Resolution',
      History: [
        { ...introduced, ID: 300_000 + n },
        { ...decided, ID: itemId, EventID: eventId },
      ],
    }
    const [rollCall, , item] = townMeeting.Items
    files[`events/2024/${eventId}.json`] = {
      ...townMeeting,
      ID: eventId,
      Items: [
        { ...rollCall, ID: 200_000 + n },
        { ...item, ID: itemId, MatterID: 1000 + n },
      ],
    }
  }
  return files
}
