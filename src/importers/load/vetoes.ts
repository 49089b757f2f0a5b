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
  const matters = await listVetoed(scope)
  const ids = matters.map(({ id }) => id)
  const stepsOf = groupBy(await listSteps(scope, ids), ({ matter_id: id }) => id)
  const motionsOf = groupBy(await listDecisions(scope, ids), ({ matter_id: id }) => id)
  const vetoes = new Map(
    matters.flatMap((matter) =>
      vetoesOfMatter(matter, { steps: stepsOf(matter.id), motions: motionsOf(matter.id) }),
    ),
  )
  const former = await listFormer(scope)
  const gone = [...former.keys()].filter((id) => !vetoes.has(id))
  const changed = [
    ...[...vetoes].map(([id, column]) => ({ id, vetoes: column as string | null })),
    ...gone.map((id) => ({ id, vetoes: null })),
  ].filter((row) => row.vetoes !== (former.get(row.id) ?? null))
  for (const { id } of changed) dirty.motion.add(id)
  await dialect.updateAll(db, 'motions', changed)
}

type MatterRow = Awaited<ReturnType<typeof listVetoed>>[number]

/** The matters with a step or a status that may speak of a veto. */
function listVetoed({ db, target }: LoadScope) {
  return db
    .selectFrom('matters')
    .select(['id', 'status'])
    .where('municipality_id', '=', target.id)
    .where(({ eb, fn, or }) =>
      or([
        eb(fn<string>('lower', ['status']), 'like', '%v_to%'),
        eb('id', 'in', ({ selectFrom }) =>
          selectFrom('actions')
            .select(({ ref }) => ref('actions.matter_id').$notNull().as('id'))
            .where('actions.municipality_id', '=', target.id)
            .where('actions.matter_id', 'is not', null)
            .where(maySpeakOfVeto),
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
async function listDecisions({ db, dialect }: LoadScope, matterIds: readonly number[]) {
  const rows = await db
    .selectFrom('motions')
    .leftJoin('organizations', 'organizations.id', 'motions.decided_by_id')
    .select(['motions.id', 'motions.matter_id', 'motions.slug', 'motions.date'])
    .select('motions.question')
    .where(({ ref }) =>
      dialect.inArray(ref('motions.matter_id').$notNull(), dialect.arrayParam(matterIds)),
    )
    .where('motions.outcome', '=', 'carried')
    .where('motions.date', '!=', '')
    .where(({ eb, or }) => or([eb('motions.kind', 'is', null), eb('motions.kind', '=', 'motion')]))
    .where(({ eb, or }) =>
      or([eb('organizations.id', 'is', null), eb('organizations.classification', '=', 'council')]),
    )
    .execute()
  return rows.filter(({ question }) => !decidesNothing.has(question))
}

interface OfMatter {
  steps: Awaited<ReturnType<typeof listSteps>>
  motions: Awaited<ReturnType<typeof listDecisions>>
}

/** The column of each motion that was vetoed: those of the last day before the veto. */
function vetoesOfMatter({ status }: MatterRow, { steps, motions }: OfMatter): [number, string][] {
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
