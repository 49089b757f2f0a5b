import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { textOf } from '../../../test/support/site/page-content.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

/** A report that council passed on June 3, with the steps that came after. */
const report = (key: string, steps: object[], motions: object[] = []) => [
  { kind: 'matter', key, identifier: key, title: `Mooring fees ${key}` },
  motion(key, '2025-06-03', { result: 'Carried', tally: { for: 9, against: 4 } }),
  ...motions,
  ...steps.map((more, position) => ({
    ...{ kind: 'action', key: `a-${key}-${position}`, matter_key: key, position },
    ...{ date: '2025-06-20', classification: [], ...more },
  })),
]
const motion = (key: string, date: string, more: object) => ({
  ...{ kind: 'motion', key: `v-${key}-${date}`, matter_key: key, date, position: 1 },
  ...{
    organization_key: 'o',
    motion_kind: 'motion',
    text: 'That this report be approved.',
    ...more,
  },
})
const veto = { description: 'Vetoed by the reeve' }

let service: Service
beforeAll(async () => {
  const source = sourceOf([
    { kind: 'organization', key: 'o', name: 'Parish Council', classification: 'council' },
    ...report('R-1', [
      {
        ...veto,
        text: 'The reeve vetoed it in writing, see Res. No. 4 of 2025. As no override followed, item L.U. No. 9 was deemed adopted.',
      },
    ]),
    ...report('R-2', [veto, { description: 'Veto sustained', date: '2025-07-02' }]),
    ...report(
      'R-3',
      [veto, { ...overriding, motion_key: 'v-R-3-2025-07-08' }],
      [
        motion('R-3', '2025-07-08', {
          text: overrideText,
          tally: { for: 11, against: 2 },
          result: 'Carried',
        }),
      ],
    ),
    ...report('R-4', [{ ...veto, text: 'The council may vote again.' }]),
  ])
  service = await startService({ source })
})
afterAll(() => service.stop())

const overrideText =
  'A motion was made that this Report be Overridden by Council approved by Roll Call.'
const overriding = { description: 'Overridden by Council', date: '2025-07-08' }

const html = async (path: string) =>
  (await service.call(`/pemberley${path}`, { headers: { accept: 'text/html' } })).body
const fate = (body: string) => textOf(/<ol class="fate".*?<\/ol>/s.exec(body)?.[0] ?? '')
const passed = 'CouncilApproved 9 to 4 · Parish Council, June 3, 2025'

it.each([
  ['r-1', `: As no override followed, item L.U. No. 9 was deemed adopted.`],
  ['r-2', 'Veto sustained, July 2, 2025'],
  ['r-3', 'Veto overridden 11 to 2 · Parish Council, July 8, 2025'],
  ['r-4', ''],
])('the head of a report ends with what became of it after its veto: %s', async (slug, end) => {
  const body = await html(`/matters/${slug}`)
  const vetoed = `VetoVetoed by the reeve, June 20, 2025${end}`
  expect(body).toMatch(/<meta name="description" content="[^"]*Vetoed by the reeve, June 20, 2025/)
  expect(fate(body)).toMatch(new RegExp(`${passed}\\s*${vetoed.replaceAll('.', '\\.')}\\s*$`))
})

it('the page of the vote says that its decision was vetoed, or what council decided then', async () => {
  const page = async (slug: string) => textOf(await html(`/motions/${slug}`))
  const { data } = (await service.v1('motions')).json
  const slugOf = (matter: string, day: string) =>
    data.find(
      (one: { matter_slug: string; meeting_date: string }) =>
        one.matter_slug === matter && one.meeting_date === day,
    )?.slug
  expect(await page(slugOf('r-1', '2025-06-03'))).toMatch(
    /Vetoed by the reeve, June 20, 2025: As no override followed, item L\.U\. No\. 9 was deemed adopted\./,
  )
  expect(await page(slugOf('r-2', '2025-06-03'))).toMatch(/Veto sustained, July 2, 2025/)
  const vetoed = await page(slugOf('r-3', '2025-06-03'))
  expect(vetoed).toMatch(/Decided on this matter on July 8, 2025: .*Veto overridden 11 to 2/)
  expect(vetoed).toMatch(/Vetoed by the reeve, June 20, 2025(?!.*Overridden by Council)/s)
  expect(await page(slugOf('r-3', '2025-07-08'))).not.toMatch(/Vetoed by the reeve/)
})

it.each([
  [
    'r-1',
    'Approved 9 to 4 · Parish Council, June 3, 2025Vetoed by the reeve, June 20, 2025: As no override followed, item L.U. No. 9 was deemed adopted.',
  ],
  ['r-2', 'Approved 9 to 4 · Parish Council, June 3, 2025Veto sustained, July 2, 2025'],
  ['r-3', 'Veto overridden 11 to 2 · Parish Council, July 8, 2025'],
  ['r-4', 'Approved 9 to 4 · Parish Council, June 3, 2025Vetoed by the reeve, June 20, 2025'],
])('the list of reports says what became of it after its veto, too: %s', async (slug, end) => {
  const [line = ''] = (await html('/matters')).split('<li').filter((li) => li.includes(`/${slug}"`))
  const shown = textOf(`<li${line.split('</li>')[0]}`)
    .replaceAll(/\s+/g, ' ')
    .trim()
  expect(shown).toContain(end)
})

it('the feed of a report begins with its veto, unless council overrode it', async () => {
  const entries = async (slug: string) =>
    (await service.call(`/feeds/pemberley/matters/${slug}.atom`)).body
      .split('<entry>')
      .slice(1)
      .map((entry) => [textOf(/<title>.*?<\/title>/.exec(entry)?.[0] ?? ''), entry] as const)
  const [[title, entry] = []] = await entries('r-1')
  expect(title).toBe('Vetoed by the reeve')
  expect(entry).toContain('<published>2025-06-20T00:00:00')
  expect(entry).toContain('June 20, 2025 · As no override followed')
  const overridden = (await entries('r-3')).map(([shown]) => shown)
  expect(overridden).toHaveLength(2)
  expect(overridden).not.toContain('Vetoed by the reeve')
})
