import { cleanLine } from '../kit/clean-text.ts'
import type { Diagnostics } from '../kit/diagnostics.ts'
import { isCancellationNotice } from '../kit/vocabulary.ts'
import type { DocumentPart } from '../records/record-schema.ts'
import { absoluteUrl } from './links.ts'
import type { PortalMeeting } from './read.ts'
import type { DocumentLink } from './schema.ts'

type Section = NonNullable<DocumentPart['sections']>[number]

/** A meeting's published files, and the URLs of the main ones. */
export interface MeetingDocuments {
  documents: DocumentPart[]
  agendaUrl: string | null
  minutesUrl: string | null
  videoUrl: string | null
  /** Whether the calendar links to minutes, even if their file is missing here. */
  hasMinutesLink: boolean
  announcesCancellation: boolean
}

const documentTypes: Record<string, string> = {
  Agenda: 'agenda',
  PostAgenda: 'agenda',
  AgendaCover: 'agenda_cover',
  PostMinutes: 'minutes',
  Minutes: 'minutes',
}

// The portal marks every additional document as English, even French ones, but with the language id 0.
const languages = new Map([
  [9, 'en'],
  [12, 'fr'],
])

/** The documents of a meeting; the text of the minutes becomes sections of the minutes. */
export function toDocuments(
  meeting: PortalMeeting,
  sections: Section[],
  portalUrl: string,
  diagnostics: Diagnostics,
): MeetingDocuments {
  const links = readLinks(meeting, portalUrl, diagnostics)
  const documents = links.filter((link) => link.type !== 'video')
  const minutes = documents.filter((link) => link.type === 'minutes')
  const minutesUrl = preferred(minutes) ?? meeting.minutes?.file.source_url ?? null
  const parts = documents.map(toPart)
  if (sections.length > 0) addSections(parts, minutesUrl, sections)
  return {
    documents: parts,
    agendaUrl: preferred(documents.filter((link) => link.type === 'agenda')) ?? null,
    minutesUrl,
    videoUrl: links.find((link) => link.type === 'video')?.url ?? null,
    hasMinutesLink: minutes.length > 0,
    announcesCancellation: documents.some(
      (link) => link.word === 'AdditionalDocuments' && isCancellationNotice(link.title),
    ),
  }
}

interface ReadLink {
  title: string
  url: string
  word: string
  type: string
  html: boolean
  language: string | null
}

function readLinks(
  meeting: PortalMeeting,
  portalUrl: string,
  diagnostics: Diagnostics,
): ReadLink[] {
  return (meeting.entry.MeetingDocumentLink ?? []).flatMap((link) => {
    const url = absoluteUrl(link.Url, portalUrl)
    const word = cleanLine(link.Type) ?? ''
    if (url !== undefined) {
      const title = cleanLine(link.Title) ?? (word === '' ? url : word)
      return toReadLink(link, { url, word, title })
    }
    diagnostics.addWarning({
      location: meeting.location,
      subject: `meeting ${meeting.id}`,
      reason: `the link of a document must be an http or https URL; found ${JSON.stringify(link.Url)}; omitted`,
    })
    return []
  })
}

function toReadLink(
  link: DocumentLink,
  read: { url: string; word: string; title: string },
): ReadLink {
  return {
    ...read,
    type: documentType(read.word, read.title),
    html: link.Format === 'HTML',
    language: languages.get(link.LanguageId ?? 0) ?? null,
  }
}

function documentType(word: string, title: string): string {
  if (word === 'Video') return 'video'
  if (word !== 'AdditionalDocuments') return documentTypes[word] ?? word
  return /notice|avis/i.test(title) || isCancellationNotice(title) ? 'notice' : 'additional'
}

function preferred(links: ReadLink[]): string | undefined {
  const english = links.filter((link) => link.language === 'en')
  const candidates = english.length > 0 ? english : links
  return (candidates.find((link) => link.html) ?? candidates[0])?.url
}

function toPart(link: ReadLink): DocumentPart {
  const part: DocumentPart = { title: link.title, url: link.url, language: link.language }
  return link.type === '' ? part : { ...part, type: link.type }
}

function addSections(parts: DocumentPart[], minutesUrl: string | null, sections: Section[]): void {
  const minutes = parts.find((part) => part.type === 'minutes' && part.url === minutesUrl)
  if (minutes !== undefined) {
    minutes.sections = sections
    return
  }
  const language = /[?&]lang=English\b/i.test(minutesUrl ?? '') ? 'en' : null
  parts.push({ title: 'Minutes', url: minutesUrl, type: 'minutes', language, sections })
}
