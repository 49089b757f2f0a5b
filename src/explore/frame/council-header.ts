import type { CouncilHeader } from '../../site/face.tsx'
import { isSample } from '../minutes.ts'
import { paths } from '../paths.ts'
import type { Visit } from '../visit.ts'

export type Section =
  | 'overview'
  | 'meetings'
  | 'votes'
  | 'people'
  | 'bodies'
  | 'matters'
  | 'bylaws'
  | 'follow'
  | 'coverage'

type Headed = Pick<Visit, 'municipality' | 'locale' | 'isOnly' | 'lastImport'>

/** The name, the search and the sections of a council. */
export function councilHeader(headed: Headed, section?: Section): CouncilHeader {
  const { municipality, locale, isOnly, lastImport } = headed
  const { name, base: path } = municipality
  const { search, errors } = locale.words
  return {
    council: { name, path, isOnly, isSample: isSample(lastImport) },
    search: {
      action: paths.search(municipality),
      label: errors.searchIn(name),
      submit: search.submit,
      hint: search.hint,
    },
    sections: sectionsOf(headed, section),
  }
}

function sectionsOf({ municipality, locale }: Headed, section: Section | undefined) {
  const { frame, follow } = locale.words
  return {
    label: frame.sections,
    sections: [
      { path: paths.meetings(municipality), name: frame.meetings },
      { path: paths.votes(municipality), name: frame.votes },
      { path: paths.people(municipality), name: frame.people },
      { path: paths.bodies(municipality), name: frame.bodies },
      { path: paths.matters(municipality), name: frame.matters },
      { path: paths.bylaws(municipality), name: frame.bylaws },
      { path: paths.coverage(municipality), name: frame.coverage },
      { path: paths.follow(municipality), name: follow.short },
    ],
    current: section && paths[section](municipality),
  }
}
