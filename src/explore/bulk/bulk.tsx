import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type DataPackage, packageFile, readDataPackage } from '../../bulk/datapackage.ts'
import { EnglishLink } from '../../site/english-link.tsx'
import { HeadRow } from '../../site/head-row.tsx'
import { Phrase } from '../../site/phrase.tsx'
import { Scroll } from '../../site/scroll.tsx'
import { sendPage } from '../../site/send-page.ts'
import type { RegisterName } from '../../store/registers.ts'
import { CouncilPage } from '../frame/council-page.tsx'
import { locales, useLocale, wordOf } from '../locale.ts'
import { paths } from '../paths.ts'
import { NoQuery } from '../schema.ts'
import type { Visit } from '../visit.ts'
import type { Words } from '../words/en.ts'

interface BulkTools {
  visitOf: (request: FastifyRequest) => Visit
}

/** `/bulk/{municipality}/`: the files that `reeve publish` wrote, with size, rows and date. */
export function addBulkPage(site: FastifyInstance, { visitOf }: BulkTools): void {
  for (const locale of locales) {
    // Files change without an import.
    const options = { schema: { querystring: NoQuery }, config: { locale, fresh: true } }
    const url = `${locale.prefix}/bulk/:municipality`
    site.get(`${url}/`, options, async (request, reply) => {
      const visit = visitOf(request)
      const { publishDir } = visit.config
      if (publishDir === null) return reply.callNotFound()
      const published = await readDataPackage(publishDir, visit.municipality)
      return sendPage(reply, <BulkPage visit={visit} published={published} />)
    })
    // With a slash, so that links of datapackage.json lead to its files.
    site.get(url, options, (request, reply) => {
      const { municipality } = visitOf(request)
      return reply.redirect(`${locale.prefix}/bulk/${municipality.slug}/`, 301)
    })
  }
}

interface BulkPageProps {
  visit: Visit
  published: DataPackage | undefined
}

function BulkPage({ visit, published }: BulkPageProps) {
  const { municipality, locale } = visit
  const { words } = locale
  return (
    <CouncilPage
      visit={visit}
      section="coverage"
      title={words.bulk.title}
      crumbs={[<a href={paths.coverage(municipality)}>{words.coverage.title}</a>, words.bulk.title]}
      unlisted
    >
      <h1>{words.bulk.title}</h1>
      {published === undefined ? (
        <p>{words.bulk.none}</p>
      ) : (
        <Files visit={visit} published={published} />
      )}
    </CouncilPage>
  )
}

function Files({ visit, published }: { visit: Visit; published: DataPackage }) {
  const { words, count, dateAt } = useLocale()
  const { municipality } = visit
  const { created, resources } = published
  const base = `/bulk/${municipality.slug}`
  const link = (path: string) => <a href={`${base}/${path}`}>{path}</a>
  const description = <EnglishLink href={`${base}/${packageFile}`}>{packageFile}</EnglishLink>
  const guide = (
    <EnglishLink href="/docs/how-to/spreadsheets-and-notebooks">{words.bulk.guide}</EnglishLink>
  )
  return (
    <>
      <p class="lead">{words.bulk.lead(dateAt(created, municipality.timeZone))}</p>
      <Scroll name={words.bulk.title}>
        <table>
          <HeadRow
            names={[words.bulk.file, words.bulk.content, words.bulk.rows, words.bulk.size]}
          />
          <tbody>
            {resources.map(({ name, path, rows, bytes }) => (
              <tr key={path}>
                <th scope="row">{link(path)}</th>
                <td>{contentOf(words, name.replace('-ndjson', ''))}</td>
                <td>{count(rows)}</td>
                <td>
                  {bytes < 1e6
                    ? words.bulk.kilobytes(count(Math.ceil(bytes / 1e3)))
                    : words.bulk.megabytes(count(Math.ceil(bytes / 1e5) / 10))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      <p>
        <Phrase text={words.bulk.described} values={{ description, guide }} />
      </p>
    </>
  )
}

/** What the files of a list contain. */
function contentOf({ bulk, registers }: Words, list: string): string {
  const register = registers.of[list as RegisterName] as { title: string } | undefined
  return wordOf(bulk.lists, list) ?? register?.title ?? list
}
