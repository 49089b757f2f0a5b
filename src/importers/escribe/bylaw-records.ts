import { isCarried } from '../../core/carried-results.ts'
import type { BylawRecord } from '../../record/matters.ts'
import type { Diagnostics } from '../kit/diagnostics.ts'
import { confirmationText, isConfirmationBylaw, isThreeReadings, parseBylawList } from './bylaws.ts'
import type { LocatedMotion } from './motions.ts'

interface PassedBylaws {
  records: { record: BylawRecord; location: string }[]
  /** The keys of the by-laws that each motion reads and passes, by the key of the motion or of its agenda item. */
  keysOf: ReadonlyMap<string, string[]>
}

/** The by-laws that motions read and pass, not those that a title only mentions. */
export function toBylaws(motions: LocatedMotion[], diagnostics: Diagnostics): PassedBylaws {
  const bylaws = new Map<string, { record: BylawRecord; location: string }>()
  const keysOf = new Map<string, string[]>()
  for (const motion of motions) {
    const read = bylawsOf(motion, diagnostics)
    for (const { key } of [motion.record, motion.item])
      keysOf.set(key, [...new Set([...(keysOf.get(key) ?? []), ...read.map((each) => each.key)])])
    for (const record of read) {
      const earlier = bylaws.get(record.key)
      if (earlier === undefined) bylaws.set(record.key, { record, location: motion.location })
      else {
        const reason = `is already recorded at ${earlier.location}; skipped`
        diagnostics.addWarning({
          location: motion.location,
          subject: `by-law ${record.key}`,
          reason,
        })
      }
    }
  }
  return { records: [...bylaws.values()], keysOf }
}

function bylawsOf(motion: LocatedMotion, diagnostics: Diagnostics): BylawRecord[] {
  const { item, record } = motion
  const text = record.text ?? ''
  if (isConfirmationBylaw(item.title)) return [confirmation(motion, text)]
  if (!isThreeReadings(item.title)) return []
  const listed = parseBylawList(text)
  if (listed.length === 0) {
    const reason = 'reads by-laws, but lists none by number'
    diagnostics.addWarning({ location: motion.location, subject: motion.subject, reason })
  }
  return listed.map(({ number, title, year }) => ({
    ...common(motion),
    key: number,
    bylaw_number: number,
    title,
    year,
  }))
}

// Every meeting has one, without a number: the date tells them apart.
function confirmation(motion: LocatedMotion, text: string): BylawRecord {
  const { meeting_key, date } = motion.record
  return {
    ...common(motion),
    key: `confirmation:${meeting_key}`,
    title: `${motion.item.title}, ${date}`,
    bylaw_number: null,
    year: null,
    description: confirmationText(text),
  }
}

function common({ record }: LocatedMotion): {
  kind: 'bylaw'
  source_url: string | null
  status: string | null
  category: null
} {
  return {
    kind: 'bylaw',
    source_url: record.source_url ?? null,
    status: isCarried(record.result) ? 'Passed' : null,
    category: null,
  }
}
