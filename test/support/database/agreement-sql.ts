const counts = ['motions', 'same', 'contested_motions', 'contested_same']
const columns = ['person_id', 'other_id', 'organization_id', 'date', ...counts].join(', ')

// One vote of each person for or against each motion.
const sides = `sides as (
  select v.id as motion_id, p.id as person_id, v.date, v.decided_by_id, v.contested, min(b.value) as value
  from votes b join motions v on v.id = b.motion_id join people p on p.id = b.person_id
  where b.value in ('For', 'Against')
  group by v.id, p.id having count(distinct b.value) = 1)`

const alike = 'case when one.value = two.value then 1 else 0 end'
const pairsOf = (organization: string) => `
  select one.person_id, two.person_id as other_id, ${organization} as organization_id, one.date, 1 as motions,
    ${alike} as same, coalesce(one.contested, 0) as contested_motions,
    coalesce(one.contested, 0) * ${alike} as contested_same
  from sides one join sides two on two.motion_id = one.motion_id and two.person_id > one.person_id`

const expected = `with ${sides},
  pairs as (${pairsOf('0')} union all ${pairsOf('one.decided_by_id')} where one.decided_by_id is not null),
  days as (select person_id, other_id, organization_id, date, ${counts.map((name) => `sum(${name}) as ${name}`)}
    from pairs group by person_id, other_id, organization_id, date),
  totals as (select person_id, other_id, organization_id, date,
    ${counts.map((name) => `sum(${name}) over until_then as ${name}`)}
    from days window until_then as (partition by person_id, other_id, organization_id order by date))`

/** The stored days that differ from the votes, and the reverse. */
export const miscountedDays = `${expected}
  select * from (select ${columns} from totals except select ${columns} from agreement_days) as absent
  union all select * from (select ${columns} from agreement_days except select ${columns} from totals) as wrong`

/** Pairs that differ from their last day, or are not stored for each order of the two. */
export const miscountedPairs = `
  select a.person_id, a.other_id, a.organization_id, a.motions from agreements a
    join people one on one.id = a.person_id join people two on two.id = a.other_id
    left join agreements b on b.person_id = a.other_id and b.other_id = a.person_id
      and b.organization_id = a.organization_id
    left join agreement_days d on d.person_id = case when a.person_id < a.other_id then a.person_id else a.other_id end
      and d.other_id = case when a.person_id < a.other_id then a.other_id else a.person_id end
      and d.organization_id = a.organization_id
      and d.date = (select max(date) from agreement_days e where e.person_id = d.person_id
        and e.other_id = d.other_id and e.organization_id = d.organization_id)
  where b.person_id is null or d.person_id is null or a.name_folded != one.name_folded
    or a.other_name_folded != two.name_folded or one.municipality_id != a.municipality_id
    or ${counts.map((name) => `a.${name} != d.${name} or a.${name} != b.${name}`).join(' or ')}
  union all
  select d.person_id, d.other_id, d.organization_id, d.motions from agreement_days d
  where not exists (select 1 from agreements a where a.person_id = d.person_id and a.other_id = d.other_id
    and a.organization_id = d.organization_id)`
