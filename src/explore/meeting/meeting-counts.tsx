import { isCarried, isDefeated } from '../../core/carried-results.ts'
import { useCouncil } from '../council-context.ts'
import { useLocale } from '../locale.ts'
import { Counts } from '../parts/counts.tsx'
import { paths } from '../paths.ts'
import type { MeetingOnPage } from './read-meeting.ts'

/** Figures of the meeting, except those that are 0: a source may not say who was absent. */
export function MeetingCounts({
  found: { meeting, motions, attendance },
}: {
  found: MeetingOnPage
}) {
  const { words, count } = useLocale()
  const names = words.meeting.counts
  const votes = `${paths.votes(useCouncil())}?meeting=${meeting.slug}`
  const present = attendance.filter((attendee) => attendee.present === 1).length
  const numbers = [
    [names.motions, motions.length, '#decisions'],
    [names.carried, motions.filter(({ result }) => isCarried(result)).length],
    [names.defeated, motions.filter(({ result }) => isDefeated(result)).length],
    [names.recorded, motions.filter(({ named_votes: named }) => Number(named) > 0).length, votes],
    [names.present, present, '#attendance'],
    [names.absent, attendance.length - present, '#absent'],
  ] as const
  const shown = numbers.filter(([, value]) => value > 0)
  return <Counts counts={shown.map(([name, value, href]) => [name, count(value), href] as const)} />
}
