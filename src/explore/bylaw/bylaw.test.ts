import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { hrefsOf, termsOf, textOf } from '../../../test/support/site/page-content.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

const browser = { headers: { accept: 'text/html' } }
let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const page = (slug: string) => service.call(`/pemberley/bylaws/${slug}`, browser)
const main = (html: string) => textOf(/<main.*<\/main>/s.exec(html)?.[0] ?? '')

describe('the page of a by-law', () => {
  it('has the motion that passed it, the meetings and the matters of the API', async () => {
    const { data } = (await service.v1('bylaws/by-law-900')).json
    const { body } = await page('by-law-900')
    expect(data.motion_slug).not.toBeNull()
    expect(main(body)).toMatch(
      /January 1, 2024Regular Council.*Motion 2024-0 · passed by this motion/,
    )
    expect(hrefsOf(body)).toContain(`/pemberley/motions/${data.motion_slug}`)
    expect(hrefsOf(body)).toContain(`/pemberley/meetings/${data.meeting_slug}`)
    for (const { slug } of data.matters)
      expect(hrefsOf(body)).toContain(`/pemberley/matters/${slug}`)
    expect(termsOf(body)).toMatchObject({
      Number: '900',
      Year: '2010',
      Status: 'Adopted',
      'Date passed': 'January 1, 2024',
      'Became law': 'January 15, 2024',
    })
  })

  it('has its sponsors and documents', async () => {
    const { body } = await page('by-law-901')
    expect(termsOf(body)).toMatchObject({
      Sponsors: 'Stéphanie Roy mover',
      'Date passed': 'May 2, 2011',
    })
    expect(hrefsOf(body)).toContain('https://pemberley.example/901.pdf')
  })

  it('has on top how far it came, and who decided it', async () => {
    const fate = (html: string) => textOf(/<ol class="fate".*?<\/ol>/s.exec(html)?.[0] ?? '')
    expect(fate((await page('by-law-900')).body)).toMatch(
      /^First on recordJanuary 1, 2024Committeenot on recordCouncilA motion on this carried 1 to 1 · Town Council, January 1, 2024Became lawJanuary 15, 2024$/,
    )
    expect(fate((await page('by-law-902')).body)).toBe(
      ['First on record', 'Committee', 'Council', 'In force']
        .join('not yet')
        .concat('not yet')
        .replace('not yet', 'not on record'),
    )
  })

  it('that was lost has no dates that say it is not known when it was passed', async () => {
    const bylaw = (key: string, status: string) => ({
      ...{ kind: 'bylaw', key, bylaw_number: key, title: `Plan ${key}`, status },
    })
    const source = sourceOf([
      bylaw('1', 'Defeated'),
      bylaw('2', 'Withdrawn'),
      bylaw('3', 'Adopted'),
    ])
    const own = await startService({ source })
    onTestFinished(() => own.stop())
    for (const [number, isShown] of [
      ['1', false],
      ['2', false],
      ['3', true],
    ] as const) {
      const { body, status } = await own.call(`/pemberley/bylaws/by-law-${number}`, browser)
      expect(status).toBe(200)
      expect('Date passed' in termsOf(body), number).toBe(isShown)
      expect(textOf(body).includes('In force'), number).toBe(isShown)
    }
  })

  it('says what is not recorded', async () => {
    const { body } = await page('by-law-902')
    expect(main(body)).toContain(
      'Not recorded: the imported data has no report, meeting or motion that names this by-law.',
    )
    expect(main(body)).toContain('Not recorded: no report on record is linked to this by-law.')
    expect(termsOf(body)).toMatchObject({
      'Date passed': 'not yet',
      'In force': 'not yet',
    })
  })

  it('is linked from its motion and its matters', async () => {
    for (const path of ['motions/motion-2024-0', 'matters/rpt-2024-000']) {
      const { body } = await service.call(`/pemberley/${path}`, browser)
      expect(hrefsOf(body), path).toContain('/pemberley/bylaws/by-law-900')
    }
  })

  it('that does not exist is a page with 404', async () => {
    const { status, body } = await page('absent')
    expect(status).toBe(404)
    expect(main(body)).toContain('By-law not found')
  })
})
