import { useLocale } from '../locale.ts'
import { Fact } from '../parts/facts.tsx'
import { BodyName } from '../parts/names.tsx'
import { SourcePage } from '../parts/source-page.tsx'
import { wordOf } from '../words/word-of.ts'
import type { BodyOnPage } from './read-body.ts'

/** What the body is, what it belongs to, and what belongs to it. */
export function BodyFacts({ found: { body, parent, children } }: { found: BodyOnPage }) {
  const { words, date, count } = useLocale()
  const { meeting_count: meetings, first_meeting_date: first, last_meeting_date: last } = body
  const kind = wordOf(words.bodies.kinds, body.classification ?? '')
  return (
    <aside class="facts-card">
      <dl>
        <Fact name={words.body.kind}>{kind ?? words.seats.unknown}</Fact>
        <Fact name={words.body.state}>{body.is_active === false && words.bodies.inactive}</Fact>
        <Fact name={words.body.parent}>{parent && <BodyName {...parent} />}</Fact>
        <Fact name={words.body.children}>
          {children.length > 0 && (
            <ul>
              {children.map((child) => (
                <li key={child.slug}>
                  <BodyName {...child} />
                </li>
              ))}
            </ul>
          )}
        </Fact>
        <Fact name={words.body.meetings}>
          {first === null || last === null
            ? count(meetings)
            : words.body.span(count(meetings), date(first), date(last))}
        </Fact>
        <Fact name={words.motion.documents}>
          {body.source_url !== null && (
            <SourcePage url={body.source_url} name={words.body.official} />
          )}
        </Fact>
      </dl>
    </aside>
  )
}
