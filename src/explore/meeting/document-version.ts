import type { MeetingOnPage } from './read-meeting.ts'

interface Version {
  url: string | null
  /** Null if not recorded. */
  language: string | null
}

/** The agenda or minutes at a URL, or the same in the language of the page if the source has it. */
export function versionIn(
  language: string,
  documents: MeetingOnPage['documents'],
  url: string | null,
): Version {
  const stated = documents.find((document) => document.url === url && document.language !== null)
  if (url === null || stated === undefined) return { url, language: null }
  const same = documents.find(
    (document) =>
      document.language === language &&
      document.type === stated.type &&
      document.agenda_item_id === stated.agenda_item_id,
  )
  return stated.language === language ? stated : (same ?? stated)
}
