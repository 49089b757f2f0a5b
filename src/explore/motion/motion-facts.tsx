import { ExternalLink } from '../../site/external-link.tsx'
import { useCouncil } from '../council-context.ts'
import { useLocale } from '../locale.ts'
import { Fact } from '../parts/facts.tsx'
import { BodyName } from '../parts/names.tsx'
import { useOfficialLinks } from '../parts/official-links.tsx'
import { paths } from '../paths.ts'
import { useRecordName } from '../record-name.ts'
import type { Visit } from '../visit.ts'
import type { MotionOnPage } from './read-motion.ts'

/** Where the motion belongs, beside its text. */
export function MotionFacts({ found, visit }: { found: MotionOnPage; visit: Visit }) {
  const { words, date } = useLocale()
  const nameOf = useRecordName()
  const { motion, meeting, item, sitting } = found
  return (
    <aside class="facts-card">
      <dl>
        <Fact name={words.motion.meeting}>
          {meeting && (
            <a href={paths.meeting(visit.municipality, meeting.slug)}>
              {words.meeting.titled(nameOf(meeting.title), date(meeting.date))}
            </a>
          )}
        </Fact>
        <Fact name={words.motion.body}>
          {motion.organization !== null && (
            <BodyName name={motion.organization} slug={motion.organization_slug} />
          )}
        </Fact>
        <Fact name={words.motion.agendaItem}>
          {item && (
            <a href={item.path}>
              {[item.item_number, item.title].filter((part) => part !== null).join(' ')}
            </a>
          )}
        </Fact>
        <Fact name={words.motion.file}>
          {motion.matter_slug !== null && (
            <a href={paths.matter(visit.municipality, motion.matter_slug)}>
              {item?.matter_identifier ?? words.motion.matter}
            </a>
          )}
        </Fact>
        <Fact name={words.motion.bylaws}>
          {motion.bylaws.length > 0 && <Bylaws bylaws={motion.bylaws} />}
        </Fact>
        {sitting && <OfficialRecord sitting={sitting} />}
      </dl>
    </aside>
  )
}

function Bylaws({ bylaws }: { bylaws: MotionOnPage['motion']['bylaws'] }) {
  const council = useCouncil()
  return (
    <ul>
      {bylaws.map(({ slug, title, bylaw_number: number }) => (
        <li key={slug}>
          <a href={paths.bylaw(council, slug)}>{number ?? title}</a>
        </li>
      ))}
    </ul>
  )
}

function OfficialRecord({ sitting }: { sitting: NonNullable<MotionOnPage['sitting']> }) {
  const { words } = useLocale()
  const links = useOfficialLinks(sitting)
  return (
    <Fact name={words.motion.documents}>
      {links.length > 0 && (
        <ul>
          {links.map(({ name, url, language }) => (
            <li key={name}>
              <ExternalLink href={url} hreflang={language ?? undefined}>
                {name}
              </ExternalLink>
            </li>
          ))}
        </ul>
      )}
    </Fact>
  )
}
