import type { FastifyRequest } from 'fastify'
import { type AlertEvent, alertEvents } from '../alerts/events.ts'
import { type AlertSpeed, alertSpeeds, isAlertSpeed } from '../alerts/speed.ts'
import type { AlertWords } from '../alerts/words.ts'
import { fieldOf } from './fields.tsx'

interface ChoicesProps {
  words: AlertWords
  /** Of the form, so that a page may have several. */
  id: string
  /** What the feed tells. */
  events: readonly AlertEvent[]
  chosen: readonly AlertEvent[]
  speed: AlertSpeed
  error?: string | undefined
}

/** What of a feed is sent, unless it tells one thing only, and how often. */
export function AlertChoices({ words, id, events, chosen, speed, error }: ChoicesProps) {
  return (
    <>
      {events.length > 1 && (
        <fieldset class="field">
          <legend>{words.which}</legend>
          {error !== undefined && <p class="error">{error}</p>}
          {alertEvents
            .filter((event) => events.includes(event))
            .map((event) => (
              <label key={event} class="check">
                <input type="checkbox" name={event} value="1" checked={chosen.includes(event)} />{' '}
                {words.events[event].choice}
              </label>
            ))}
        </fieldset>
      )}
      <div class="field">
        <label for={`${id}-speed`}>{words.speed}</label>
        <select id={`${id}-speed`} name="speed">
          {alertSpeeds.map((one) => (
            <option key={one} value={one} selected={one === speed}>
              {words.speeds[one]}
            </option>
          ))}
        </select>
      </div>
    </>
  )
}

/** What a form with these choices sent; an unknown speed is once a day. */
export function choicesIn(request: FastifyRequest): { events: AlertEvent[]; speed: AlertSpeed } {
  const speed = fieldOf(request, 'speed')
  return {
    events: alertEvents.filter((event) => fieldOf(request, event) !== ''),
    speed: isAlertSpeed(speed) ? speed : 'daily',
  }
}
