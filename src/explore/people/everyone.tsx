import type { PersonItem } from '../../resources/people/schema.ts'
import { useCouncil } from '../council-context.ts'
import type { ListPage } from '../list-page.ts'
import { useLocale } from '../locale.ts'
import { More } from '../parts/more.tsx'
import { PersonName } from '../parts/person-name.tsx'
import { paths } from '../paths.ts'

/** Everyone whom the record names, in pages. */
export function Everyone({ page }: { page: ListPage<PersonItem> }) {
  const { words } = useLocale()
  return (
    <>
      <p class="lead">{words.people.everyoneText}</p>
      {page.rows.length === 0 && <p>{words.people.noOne}</p>}
      <ul class="names">
        {page.rows.map(({ slug, name }) => (
          <li key={slug}>
            <PersonName name={name} slug={slug} />
          </li>
        ))}
      </ul>
      <More page={page} />
      <p>
        <a href={paths.people(useCouncil())}>{words.people.members}</a>
      </p>
    </>
  )
}
