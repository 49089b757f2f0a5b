import { useLocale } from '../locale.ts'
import { BodyName } from '../parts/names.tsx'
import type { Coverage } from './queries.ts'

const shownMax = 100

/** Bodies by number of meetings. */
export function Bodies({ bodies }: Pick<Coverage, 'bodies'>) {
  const { words, count } = useLocale()
  if (bodies.length === 0) return <p>{words.coverage.noBodies}</p>
  const others = bodies.length - shownMax
  return (
    <>
      <table class="bodies">
        <thead>
          <tr>
            <th scope="col">{words.coverage.body}</th>
            <th scope="col" class="number">
              {words.coverage.meetings}
            </th>
          </tr>
        </thead>
        <tbody>
          {bodies.slice(0, shownMax).map(({ id, slug, name, meetings }) => (
            <tr key={id}>
              <th scope="row">
                <BodyName name={name} slug={slug} />
              </th>
              <td class="number">{count(meetings)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {others > 0 && <p>{words.coverage.more(count(others))}</p>}
    </>
  )
}
