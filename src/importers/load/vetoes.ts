import { groupBy } from '../../core/group-by.ts'
import { puttingOff, type Question } from '../../core/headings/question.ts'
import {
  saysVetoed,
  stepsInOrder,
  toVetoesColumn,
  type VetoAfter,
  vetoesAfter,
} from '../../core/veto.ts'
import { maySpeakOfVeto } from '../../store/veto-steps.ts'
import type { LoadScope, RowIds } from './scope.ts'

/** Sets what a veto did afterwards to what each motion decided. */
export async function deriveVetoes(scope: LoadScope, dirty: RowIds): Promise<void> {
  const { db, dialect } = scope
  const ofMayor = await listMayorSteps(scope)
  const vetoes = new Map([
    ...(await vetoesOfBylaws(scope, ofMayor)),
    ...(await vetoesOfMatters(scope, ofMayor)),
  ])
  const former = await listFormer(scope)
  const gone = [...former.keys()].filter((id) => !vetoes.has(id))
  const changed = [
    ...[...vetoes].map(([id, column]) => ({ id, vetoes: column as string | null })),
    ...gone.map((id) => ({ id, vetoes: null })),
  ].filter((row) => row.vetoes !== (former.get(row.id) ?? null))
  for (const { id } of changed) dirty.motion.add(id)
  await dialect.updateAll(db, 'motions', changed)
}

type MayorStep = Awaited<ReturnType<typeof listMayorSteps>>[number]

async function vetoesOfMatters(scope: LoadScope, ofMayor: readonly MayorStep[]) {
  const led = await listLed(scope, ofMayor)
  const matters = await listVetoed(scope, led)
  const ids = matters.map(({ id }) => id)
  const steps = [...(await listSteps(scope, ids)), ...led]
  const stepsOf = groupBy(steps, ({ matter_id: id }) => id)
  const motionsOf = groupBy(await listDecisions(scope, ids), ({ matter_id: id }) => id)
  return matters.flatMap(({ id, status }) => vetoesIn(status, stepsOf(id), motionsOf(id)))
}

/** The same of motions that name by-laws which the mayor vetoed. */
async function vetoesOfBylaws(scope: LoadScope, ofMayor: readonly MayorStep[]) {
  const stepsOf = groupBy(ofMayor, ({ bylaw_id: id }) => id)
  const ids = new Set(ofMayor.flatMap(({ bylaw_id: id }) => id ?? []))
  const motionsOf = groupBy(await listNaming(scope, [...ids]), ({ bylaw_id: id }) => id)
  return [...ids].flatMap((id) => vetoesIn(null, stepsOf(id), motionsOf(id)))
}

/** The steps that follow from decisions of the mayor. */
function listMayorSteps({ db, target }: LoadScope) {
  return db
    .selectFrom('veto_steps')
    .leftJoin('motions', 'motions.id', 'veto_steps.motion_id')
    .select(['veto_steps.bylaw_id', 'veto_steps.matter_id', 'veto_steps.date'])
    .select(['veto_steps.position', 'veto_steps.description', 'veto_steps.classification'])
    .select(['veto_steps.result', 'veto_steps.text', 'motions.slug as motion_slug'])
    .select(({ lit }) => lit(0).as('id'))
    .where('veto_steps.municipality_id', '=', target.id)
    .orderBy('veto_steps.slug')
    .execute()
}

/** These steps, once for each matter that led to the by-law. */
async function listLed({ db, dialect }: LoadScope, steps: readonly MayorStep[]) {
  const bylaws = steps.flatMap(({ bylaw_id: id }) => id ?? [])
  const matters = await db
    .selectFrom('matters')
    .select(['id', 'bylaw_id'])
    .where(({ ref }) => dialect.inArray(ref('bylaw_id').$notNull(), dialect.arrayParam(bylaws)))
    .execute()
  const mattersOf = groupBy(matters, ({ bylaw_id: id }) => id)
  return steps.flatMap((step) =>
    step.matter_id !== null
      ? [step]
      : mattersOf(step.bylaw_id).map(({ id }) => ({ ...step, matter_id: id })),
  )
}

/** The matters with a step or a status that may speak of a veto. */
function listVetoed({ db, dialect, target }: LoadScope, led: readonly MayorStep[]) {
  return db
    .selectFrom('matters')
    .select(['id', 'status'])
    .where('municipality_id', '=', target.id)
    .where(({ eb, fn, or, ref }) =>
      or([
        eb(fn<string>('lower', ['status']), 'like', '%v_to%'),
        eb('id', 'in', ({ selectFrom }) =>
          selectFrom('actions')
            .select(({ ref: of }) => of('actions.matter_id').$notNull().as('id'))
            .where('actions.municipality_id', '=', target.id)
            .where('actions.matter_id', 'is not', null)
            .where(maySpeakOfVeto),
        ),
        dialect.inArray(
          ref('id'),
          dialect.arrayParam(led.flatMap(({ matter_id: id }) => id ?? [])),
        ),
      ]),
    )
    .orderBy('id')
    .execute()
}

function listSteps({ db, dialect }: LoadScope, matterIds: readonly number[]) {
  return db
    .selectFrom('actions')
    .leftJoin('motions', 'motions.id', 'actions.motion_id')
    .select(['actions.matter_id', 'actions.id', 'actions.date', 'actions.position'])
    .select(['actions.description', 'actions.classification', 'actions.result', 'actions.text'])
    .select('motions.slug as motion_slug')
    .where(({ ref }) =>
      dialect.inArray(ref('actions.matter_id').$notNull(), dialect.arrayParam(matterIds)),
    )
    .execute()
}

/** Questions that leave nothing to veto. */
const decidesNothing: ReadonlySet<Question | null> = new Set<Question | null>([
  ...puttingOff,
  ...(['procedural', 'override', 'amend', 'receive', 'file', 'withdraw'] as const),
])

/** What the council decided on the matters themselves. */
async function listDecisions(scope: LoadScope, matterIds: readonly number[]) {
  const { dialect } = scope
  const rows = await selectDecisions(scope)
    .where(({ ref }) =>
      dialect.inArray(ref('motions.matter_id').$notNull(), dialect.arrayParam(matterIds)),
    )
    .execute()
  return rows.filter(({ question }) => !decidesNothing.has(question))
}

/** What it decided in motions that name by-laws. */
async function listNaming(scope: LoadScope, bylawIds: readonly number[]) {
  const { dialect } = scope
  const rows = await selectDecisions(scope)
    .innerJoin('bylaw_references', 'bylaw_references.motion_id', 'motions.id')
    .select('bylaw_references.bylaw_id')
    .where(({ ref }) =>
      dialect.inArray(ref('bylaw_references.bylaw_id').$notNull(), dialect.arrayParam(bylawIds)),
    )
    .execute()
  return rows.filter(({ question }) => !decidesNothing.has(question))
}

function selectDecisions({ db }: LoadScope) {
  return db
    .selectFrom('motions')
    .leftJoin('organizations', 'organizations.id', 'motions.decided_by_id')
    .select(['motions.id', 'motions.matter_id', 'motions.slug', 'motions.date'])
    .select('motions.question')
    .where('motions.outcome', '=', 'carried')
    .where('motions.date', '!=', '')
    .where(({ eb, or }) => or([eb('motions.kind', 'is', null), eb('motions.kind', '=', 'motion')]))
    .where(({ eb, or }) =>
      or([eb('organizations.id', 'is', null), eb('organizations.classification', '=', 'council')]),
    )
}

type Step = Awaited<ReturnType<typeof listSteps>>[number]
type Decision = Awaited<ReturnType<typeof listDecisions>>[number]

/** The column of each motion that was vetoed: those of the last day before the veto. */
function vetoesIn(
  status: string | null,
  steps: readonly Step[],
  motions: readonly Decision[],
): [number, string][] {
  const ordered = stepsInOrder(steps)
  const found = motions.map((motion) => ({ ...motion, vetoes: vetoesAfter(motion, ordered) }))
  const vetoed = found.filter(({ vetoes }) => vetoes.length > 0)
  // A status without a step speaks of what was decided last.
  const ofStatus: VetoAfter[] =
    vetoed.length === 0 && status !== null && saysVetoed(status)
      ? [{ description: status, date: '', after: null, motion_slug: null }]
      : []
  const all =
    ofStatus.length > 0 ? found.map((motion) => ({ ...motion, vetoes: ofStatus })) : vetoed
  const isLast = ({ date, vetoes }: (typeof all)[number]) =>
    !all.some((other) => other.date > date && startOf(other.vetoes) === startOf(vetoes))
  return all.filter(isLast).map(({ id, vetoes }) => [id, toVetoesColumn(vetoes)])
}

const startOf = ([first]: readonly VetoAfter[]) => first?.date

async function listFormer({ db, target }: LoadScope): Promise<Map<number, string | null>> {
  const rows = await db
    .selectFrom('motions')
    .select(['id', 'vetoes'])
    .where('municipality_id', '=', target.id)
    .where('vetoes', 'is not', null)
    .execute()
  return new Map(rows.map(({ id, vetoes }) => [id, vetoes]))
}
