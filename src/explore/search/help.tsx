import { Phrase } from '../../site/phrase.tsx'
import { useLocale } from '../locale.ts'
import { paths } from '../paths.ts'
import type { Visit } from '../visit.ts'

/** How to search, what is searched, and where to read without a search. */
export function SearchHelp({ visit: { municipality } }: { visit: Visit }) {
  const { words } = useLocale()
  const { search } = words
  return (
    <>
      <h2 id="help">{search.help}</h2>
      <ul>
        {search.helps.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p>{search.searched}</p>
      <p>
        <Phrase
          text={search.browse}
          values={{
            meetings: <a href={paths.meetings(municipality)}>{search.browseMeetings}</a>,
            votes: <a href={paths.votes(municipality)}>{search.browseVotes}</a>,
            people: <a href={paths.people(municipality)}>{search.browsePeople}</a>,
          }}
        />
      </p>
    </>
  )
}
