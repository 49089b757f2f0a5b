import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../test/support/service/service.ts'
import { pagePaths } from '../../test/support/site/explore-paths.ts'
import { textOf } from '../../test/support/site/page-content.ts'
import { errorsOf, structuredDataIn } from '../../test/support/site/schema-org.ts'

const browser = { headers: { accept: 'text/html' } }
let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const page = async (path: string) => (await service.call(`/pemberley${path}`, browser)).body
const dataOf = async (path: string) => {
  const [, json] =
    /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(await page(path)) ?? []
  return json === undefined ? undefined : JSON.parse(json)
}
const url = (path: string) => `${service.url}/pemberley${path}`
const council = () => ({
  '@type': 'GovernmentOrganization',
  name: 'Town of Pemberley',
  url: url(''),
})

describe('the structured data of a page', () => {
  it('is an event for a meeting, with its status', async () => {
    const path = '/meetings/2024-01-01-regular-council'
    const { data } = (await service.v1(path.slice(1))).json
    expect(await dataOf(path)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Event',
      name: 'Regular Council, January 1, 2024',
      url: url(path),
      startDate: data.start_time,
      eventStatus: 'https://schema.org/EventScheduled',
      location: { '@type': 'Place', name: 'Town Hall' },
      description: 'The first meeting of the year.',
      organizer: {
        '@type': 'GovernmentOrganization',
        name: 'Town Council',
        url: url('/bodies/town-council'),
        parentOrganization: council(),
      },
    })
    const [cancelled] = (await service.v1('meetings?status=cancelled')).json.data
    expect(await dataOf(`/meetings/${cancelled.slug}`)).toMatchObject({
      eventStatus: 'https://schema.org/EventCancelled',
    })
  })

  it('is a person for people with a seat, and nothing for others', async () => {
    expect(await dataOf('/people/vera-ng')).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Person',
      name: 'Vera Ng',
      url: url('/people/vera-ng'),
      alternateName: ['V. Ng'],
      jobTitle: 'Mayor',
      memberOf: council(),
    })
    expect(await dataOf('/people/old-member')).not.toHaveProperty('memberOf')
    expect(await dataOf('/people/pat-twin')).toBeUndefined()
  })

  it('is an organization for the council and its bodies', async () => {
    expect(await dataOf('')).toMatchObject({ ...council(), sameAs: 'https://pemberley.example' })
    expect(await dataOf('/bodies/parks-committee')).toMatchObject({
      '@type': 'GovernmentOrganization',
      name: 'Parks Committee',
      parentOrganization: council(),
    })
  })

  it('is legislation for a by-law, without what is unknown', async () => {
    expect(await dataOf('/bylaws/by-law-900')).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Legislation',
      name: 'Cat Bylaw',
      url: url('/bylaws/by-law-900'),
      legislationIdentifier: '900',
      legislationDate: '2024-01-01',
      legislationPassedBy: council(),
      description: 'Cats shall be quiet after ten.',
    })
    expect(await dataOf('/bylaws/by-law-902')).not.toHaveProperty('legislationDate')
  })
})

describe('the structured data of every page', () => {
  it('has only types and values that schema.org expects', async () => {
    const types = new Set<unknown>()
    for (const path of pagePaths) {
      const { body } = await service.call(path, browser)
      for (const data of structuredDataIn(body)) {
        expect(data['@context'], path).toBe('https://schema.org')
        expect(errorsOf(data), path).toEqual([])
        types.add(data['@type'])
      }
    }
    expect([...types].toSorted()).toEqual([
      'Event',
      'GovernmentOrganization',
      'Legislation',
      'Person',
    ])
  })

  it.each([
    [{ '@type': 'Event', location: 3 }, 'Event.location: 3'],
    [{ '@type': 'Event', startDate: 'Monday' }, 'Event.startDate: "Monday"'],
    [{ '@type': 'Event', organizer: { '@type': 'Place' } }, 'Event.organizer: {"@type":"Place"}'],
    [{ '@type': 'Person', birthday: '1970-01-01' }, 'Person.birthday: "1970-01-01"'],
    [{ '@type': 'Person', memberOf: { '@type': 'Council' } }, 'Council is not a known type'],
  ])('%j has an error', (data, error) => {
    expect(errorsOf(data)).toContain(error)
  })
})

describe('a link to a page', () => {
  it('shows its title, sentence and picture, and only one address', async () => {
    for (const path of pagePaths) {
      const { body } = await service.call(path, browser)
      const [, title = ''] = /<title>(.*?) · Reeve<\/title>/.exec(body) ?? []
      const [address] = path.split('?')
      const content = (name: string) =>
        new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(body)?.[1]
      const canonical = /<link rel="canonical" href="([^"]*)"/.exec(body)?.[1]
      expect(canonical, path).toBe(`${service.url}${address}`)
      if (content('robots') === 'noindex') {
        expect(content('og:title'), path).toBeUndefined()
        continue
      }
      expect(textOf(content('og:title') ?? ''), path).toBe(textOf(title))
      expect(content('og:description'), path).toBe(content('description'))
      expect(content('og:description')?.length, path).toBeGreaterThan(10)
      expect(content('og:url'), path).toBe(canonical)
      expect(content('og:image'), path).toBe(`${canonical}/picture.png`)
    }
  })

  it('leads to a picture and a touch icon of the sizes that it names', async () => {
    const body = await page('')
    const [, picture = ''] = /property="og:image" content="([^"]*)"/.exec(body) ?? []
    const [, icon = ''] = /rel="apple-touch-icon" href="([^"]*)"/.exec(body) ?? []
    const sizeOf = async (path: string) => {
      const response = await fetch(new URL(path, service.url))
      expect(response.headers.get('content-type')).toBe('image/png')
      const bytes = Buffer.from(await response.arrayBuffer())
      return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
    }
    expect(await sizeOf(picture)).toEqual([1200, 630])
    expect(await sizeOf(icon)).toEqual([180, 180])
    expect(await sizeOf('/apple-touch-icon.png')).toEqual([180, 180])
  })
})
