import type { CheckResult, Conformance } from '../../src/site/about/conformance.ts'
import { code, table } from '../support/reference/markdown.ts'
import { type Criterion, clauseOf, criteria } from './criteria.ts'
import { axeChecksFor } from './results.ts'

/** docs/reference/conformance.md, from what `npm run conformance` found. */
export function conformancePage(found: Conformance): string {
  const { date, version, tests, pages, widths, checks } = found
  const rows = criteria.map((criterion) => rowOf(criterion, checks))
  return `${[
    '# Accessibility conformance',
    '<!-- Made by "npm run conformance" and "npm run docs" from tests that ran. Do not edit. -->',
    `What programs found about Reeve ${version} on ${date}, by criterion of WCAG 2.2, levels A and AA, and clause of EN 301 549 V3.2.1. ${tests.passed} tests passed and ${tests.failed} failed, in Chromium ${found.chromium}, with axe-core ${found.axe}, over ${pages.length} pages.`,
    introduction,
    `| Result | Criteria |\n| --- | --- |\n${totals(rows)}`,
    '## Criteria',
    'In brackets: on how many pages a check passed.',
    table(['Criterion', 'Level', 'EN 301 549', 'Result', 'What ran'], rows),
    '## The other clauses of EN 301 549',
    otherClauses,
    '## Checks',
    'A page counts once for each check, however often and in whatever form it was checked.',
    table(
      ['Check', 'Pages that passed', 'Pages that failed', 'Pages left to a person'],
      checks.map(({ check, passed, failed, unsure }) => [
        named(check),
        ...[passed, failed, unsure].map(String),
      ]),
    ),
    '## Pages',
    `One of each kind, with the sample data and that of the tests: in English and French, in light and dark, ${widths.join(', ')} pixels wide, with an account and without. Every page about records was also opened without script. ${reference}`,
    pages.map((page) => `- ${code(page)}`).join('\n'),
  ].join('\n\n')}\n`
}

const introduction = `A program can decide few criteria. The results say no more than was tested:

- **Supports**: a check decides the criterion, and passed on every page that it was run on.
- **Not applicable**: a check found nothing that the criterion is about on any page.
- **Partly tested**: checks of a part of the criterion passed on every page. They do not show that it is met.
- **Fails**: a check failed.
- **Not evaluated**: no check says anything about it. Only a person can judge it, and this page does not say that anyone has.

This is not a certificate, and not an audit by people with disabilities. Documents that a council publishes, and what a site file adds, are not part of it.`

const reference =
  'The interactive reference of the API (`/api/v1/docs`) is a program of others; it was tested with axe-core, but its keyboard, spacing and scripts were not.'

const otherClauses = `Not evaluated: clauses 5 (generic requirements), 6 (two-way voice), 7 (video), 8 (hardware), 10 (documents), 11 (software), 12 (documentation and support) and 13 (relay services). Of clause 9.6 (conformance requirements), complete processes were run through: creating an account and a key, also by keyboard alone, and going from a council to a meeting, a motion and a member. Clause 9.4.1.1 (Parsing) is criterion 4.1.1, which WCAG 2.2 has removed.`

const ours = ({ decided = [], absent = [], part = [] }: Criterion) => [
  ...decided,
  ...absent,
  ...part,
]

function rowOf(criterion: Criterion, all: readonly CheckResult[]): string[] {
  const { number, name, level, absent } = criterion
  const names = [...ours(criterion), ...axeChecksFor(number)]
  const ran = all.filter(({ check }) => names.includes(check))
  const clause = clauseOf(criterion) ?? '–'
  const what = ran.map(({ check, passed }) => `${named(check)} (${passed})`).join(', ')
  return [`${number} ${name}`, level, clause, resultOf(criterion, ran), what || '–']

  function resultOf({ decided }: Criterion, found: readonly CheckResult[]): string {
    const failed = found.filter((one) => one.failed > 0)
    if (failed.length > 0) return 'Fails'
    const passedAll = (checks: readonly string[]) =>
      checks.every((check) => found.some((one) => one.check === check && one.passed > 0))
    if (absent !== undefined && passedAll(absent)) return 'Not applicable'
    if (decided !== undefined && passedAll(decided)) return 'Supports'
    return found.length > 0 ? 'Partly tested' : 'Not evaluated'
  }
}

function totals(rows: readonly (readonly string[])[]): string {
  const results = ['Supports', 'Not applicable', 'Partly tested', 'Fails', 'Not evaluated']
  return results
    .map((result) => `| ${result} | ${rows.filter((row) => row[3] === result).length} |`)
    .join('\n')
}

const named = (check: string) =>
  check.startsWith('axe:') ? code(check.slice('axe:'.length)) : check
