import { PersonName } from './names.tsx'

interface SponsorsProps {
  sponsors: readonly {
    person_name: string
    person_slug: string | null
    classification: string | null
  }[]
}

/** The names of sponsors, with the kind of sponsorship if the source has one. */
export function Sponsors({ sponsors }: SponsorsProps) {
  return (
    <ul>
      {sponsors
        .slice(0, shownMax)
        .map(({ person_name: name, person_slug: slug, classification }) => (
          <li key={`${slug} ${name} ${classification}`}>
            <PersonName name={name} slug={slug} />
            {classification !== null && <span class="quiet">{` ${classification}`}</span>}
          </li>
        ))}
    </ul>
  )
}

/** More than a council has members. */
const shownMax = 200
