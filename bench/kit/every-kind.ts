import { queryWords } from '../../stress/scale/list-requests.ts'
import { pageKinds } from '../groups/pages.ts'
import { detailCount, fetchJson, type Kind } from './request-kinds.ts'
import type { Subject } from './subject.ts'

/** Every kind of list, detail, search and page of one council, and the search of all councils. */
export async function everyKind(subject: Subject, slug: string): Promise<Kind[]> {
  const v1 = `/api/v1/${slug}`
  const slugsOf = async (list: string) => {
    const { data } = await fetchJson<{ data: { slug: string }[] }>(
      subject,
      `${v1}/${list}?per_page=${detailCount}`,
    )
    return data.map((item) => item.slug)
  }
  const people = await slugsOf('people')
  const lists = ['meetings', 'people', 'matters', 'motions', 'votes', 'bylaws']
  const details = await Promise.all(
    ['meetings', 'matters', 'motions'].map(async (list) => {
      const slugs = await slugsOf(list)
      return { name: `one of ${list}`, paths: slugs.map((each) => `${v1}/${list}/${each}`) }
    }),
  )
  const words = ['rare', 'some', 'two', 'common'] as const
  const queries = words.map((word) => ({ word, q: encodeURIComponent(queryWords[word]) }))
  return [
    ...lists.map((list) => ({ name: `list of ${list}`, paths: [`${v1}/${list}`] })),
    {
      name: 'votes of a person',
      paths: people.map((each) => `${v1}/votes?person=${each}`),
    },
    { name: 'dissents', paths: [`${v1}/votes?dissent=true`] },
    { name: 'contested motions', paths: [`${v1}/motions?contested=true`] },
    ...details,
    { name: 'one of people', paths: people.map((each) => `${v1}/people/${each}`) },
    ...['events', 'bills', 'votes'].map((list) => {
      return { name: `OCD ${list}, page 1`, paths: [`/api/ocd/${slug}/${list}`] }
    }),
    ...queries.map(({ word, q }) => {
      return { name: `search, ${word}`, paths: [`${v1}/search?q=${q}`] }
    }),
    ...queries.map(({ word, q }) => {
      return { name: `search of all councils, ${word}`, paths: [`/api/v1/search?q=${q}`] }
    }),
    { name: 'list of councils', paths: ['/api/v1/municipalities'] },
    ...(await pageKinds(subject, slug)).map(({ name, paths }) => ({
      name: `page: ${name}`,
      paths,
    })),
  ]
}
