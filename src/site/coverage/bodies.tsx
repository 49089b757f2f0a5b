import { shownCount } from '../chart/layout.ts'
import type { Coverage } from './queries.ts'

const shownMax = 100

/** Bodies by number of meetings. */
export function Bodies({ bodies }: { bodies: Coverage['bodies'] }) {
  if (bodies.length === 0) return <p>No bodies on record.</p>
  const others = bodies.length - shownMax
  return (
    <>
      <table class="bodies">
        <thead>
          <tr>
            <th scope="col">Body</th>
            <th scope="col" class="number">
              Meetings
            </th>
          </tr>
        </thead>
        <tbody>
          {bodies.slice(0, shownMax).map(({ id, name, meetings }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              <td class="number">{shownCount(meetings)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {others > 0 && <p>{`And ${shownCount(others)} more.`}</p>}
    </>
  )
}
