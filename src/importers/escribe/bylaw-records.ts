import type { Diagnostics } from '../kit/diagnostics.ts'
import type { BylawRecord } from '../records/matters.ts'
import { confirmationText, isConfirmationBylaw, isThreeReadings, parseBylawList } from './bylaws.ts'
import type { LocatedMotion } from './motions.ts'

/** The by-laws that motions read and pass, not those that a title only mentions. */
export function toBylaws(
  motions: LocatedMotion[],
  diagnostics: Diagnostics,
): { record: BylawRecord; location: string }[] {
  const bylaws = new Map<string, { record: BylawRecord; location: string }>()
  for (const motion of motions) {
    for (const record of bylawsOf(motion, diagnostics)) {
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
  return [...bylaws.values()]
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

function confirmation(motion: LocatedMotion, text: string): BylawRecord {
  return {
    ...common(motion),
    key: `confirmation:${motion.record.meeting_key}`,
    title: motion.item.title,
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
    status: record.result === 'Carried' ? 'Passed' : null,
    category: null,
  }
}
