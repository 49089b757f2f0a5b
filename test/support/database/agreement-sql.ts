const counts = ['motions', 'same', 'contested_motions', 'contested_same']
const pair = 'person_id, other_id, organization_id, year'
const columns = `municipality_id, ${pair}, name_folded, other_name_folded, ${counts.join(', ')}`

// One vote of each person for or against each motion.
const sides = `sides as (
  select v.id as motion_id, p.id as person_id, p.name_folded, p.municipality_id, v.decided_by_id, v.contested,
    min(b.value) as value, case when v.date = '' then 0 else cast(substr(v.date, 1, 4) as integer) end as year
  from votes b join motions v on v.id = b.motion_id join people p on p.id = b.person_id
  where b.value in ('For', 'Against')
  group by v.id, p.id having count(distinct b.value) = 1)`

const alike = 'case when one.value = two.value then 1 else 0 end'
const pairsOf = (organization: string) => `
  select one.municipality_id, one.person_id, two.person_id as other_id, ${organization} as organization_id, one.year,
    one.name_folded, two.name_folded as other_name_folded, 1 as motions, ${alike} as same,
    coalesce(one.contested, 0) as contested_motions, coalesce(one.contested, 0) * ${alike} as contested_same
  from sides one join sides two on two.motion_id = one.motion_id and two.person_id != one.person_id`

const expected = `with ${sides},
  pairs as (${pairsOf('0')} union all ${pairsOf('one.decided_by_id')} where one.decided_by_id is not null),
  years as (select municipality_id, ${pair}, name_folded, other_name_folded,
    ${counts.map((name) => `sum(${name}) as ${name}`)}
    from pairs group by municipality_id, ${pair}, name_folded, other_name_folded)`

/** The stored pairs that differ from the votes, and the reverse. */
export const miscountedPairs = `${expected}
  select * from (select ${columns} from years except select ${columns} from agreements) as absent
  union all select * from (select ${columns} from agreements except select ${columns} from years) as wrong`
