import { useLocale } from '../locale.ts'
import { PersonName } from '../parts/names.tsx'
import type { MeetingOnPage } from './read-meeting.ts'

const shownMax = 60

/** How long each person spoke, where it was measured. */
export function SpeakingTime({ found: { speakingTime } }: { found: MeetingOnPage }) {
  const { words, count } = useLocale()
  const most = Math.max(1, ...speakingTime.map(({ seconds }) => seconds))
  if (speakingTime.length === 0) return null
  return (
    <details class="section">
      <summary>
        <h2 id="speaking">{words.meeting.speakingTime}</h2>
      </summary>
      <table class="bars">
        <thead>
          <tr>
            <th scope="col">{words.meeting.speaker}</th>
            <th scope="col" class="number">
              {words.meeting.minutesSpoken}
            </th>
            <td />
          </tr>
        </thead>
        <tbody>
          {speakingTime.slice(0, shownMax).map(({ name, person_name, person_slug, seconds }) => (
            <tr key={person_name}>
              <th scope="row">
                <PersonName name={name ?? person_name} slug={person_slug} />
              </th>
              <td class="number">{count(Math.round(seconds / 6) / 10)}</td>
              <td>
                <svg aria-hidden="true">
                  <rect
                    class="for"
                    width={`${Math.round((seconds / most) * 100)}%`}
                    height="100%"
                  />
                </svg>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
