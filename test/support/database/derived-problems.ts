import { namesElected } from '../../../src/core/carried-results.ts'
import { saysLapsed } from '../../../src/core/lapsed.ts'
import { miscountedPairs } from './agreement-sql.ts'
import { describeRows, type Inspector } from './inspector.ts'

const contradicted = `coalesce((v.outcome = 'carried' and v.tally_for < v.tally_against)
  or (v.outcome = 'defeated' and v.tally_against = 0 and v.tally_for > 0), false)`

/** Figures and dates that an import derives, where they differ from the rows. */
export async function checkDerived(db: Inspector): Promise<string[]> {
  const motions = await db.rows(
    `select * from (
       select v.slug, v.date, coalesce(m.date, v.stated_date, '') as expected, v.decided_by_id,
         coalesce(o.id, h.id) as decider from motions v
       left join meetings m on m.id = v.meeting_id
       left join organizations o on o.id = v.organization_id
       left join organizations h on h.id = m.organization_id
      
     ) as told where date != expected or decided_by_id is distinct from decider`,
  )
  const votes = await db.rows(
    `select b.*, v.slug from votes b join motions v on v.id = b.motion_id
       left join people p on p.id = b.person_id
     where (b.date != v.date or b.name_folded != p.name_folded
       or b.municipality_id is distinct from v.municipality_id or b.meeting_id is distinct from v.meeting_id
       or b.matter_id is distinct from v.matter_id or b.decided_by_id is distinct from v.decided_by_id
       or b.result_folded is distinct from v.result_folded or b.contested is distinct from v.contested
       or b.kind is distinct from v.kind
       or b.is_first != case when exists (select 1 from votes e
         where e.motion_id = b.motion_id and e.value = b.value and e.id < b.id) then 0 else 1 end
       or b.dissent is distinct from case when b.value in ('For', 'Against') and not ${contradicted} then
         case when v.outcome = 'carried' then case when b.value = 'Against' then 1 else 0 end
           when v.outcome = 'defeated' then case when b.value = 'For' then 1 else 0 end end end)`,
  )
  const voted = `exists (select 1 from votes b where b.motion_id = v.id)`
  const recorded = await db.rows(
    `select slug, has_votes as flag from motions v
       where has_votes != case when ${voted} then 1 else 0 end
     union all
     select slug, has_recorded_votes from meetings m where has_recorded_votes != case when
       exists (select 1 from motions v where v.meeting_id = m.id and ${voted})
       then 1 else 0 end`,
  )
  const matters = await db.rows(
    `with lapses as (
       select id, matter_id, date from actions where ${await isLapseIn(db)}
     ),
     happened as (
       select i.matter_id, m.date from agenda_items i join meetings m on m.id = i.meeting_id
         where m.status = 'completed'
       union all
       ${happened('motions')} union all ${happened('actions')}
         and r.id not in (select id from lapses)
     ),
     seen as (
       select matter_id, date from happened
       union all select id, ${ownDay('stated_first_seen')} from matters
     ),
     ended as (
       select matter_id, date from happened
       union all select id, coalesce(${ownDay('stated_last_seen')}, '') from matters
     )
     select * from (
       select x.slug, x.first_seen, x.last_seen,
         (select min(date) from seen where matter_id = x.id) as first,
         (select max(date) from ended where matter_id = x.id) as last
       from matters x
     ) as told where first_seen is distinct from first or last_seen is distinct from last`,
  )
  const bylaws = await db.rows(
    `select * from (
       select b.slug, b.is_vetoed, lower(coalesce(b.status, '')) as status, b.passed_date, exists (
         select 1 from actions a join matters x on x.id = a.matter_id
         where x.bylaw_id = b.id and a.classification like '%veto-override-passage%'
       ) as overridden, coalesce(b.stated_passed_date, (
         select max(v.date) from bylaw_references r join motions v on v.id = r.motion_id
         where r.bylaw_id = b.id and v.date != ''
           and v.outcome = 'carried'
       )) as expected from bylaws b
     ) as told where case
       when is_vetoed = 1 then passed_date is not null
       when overridden or status in ('withdrawn', 'defeated') then passed_date > expected and not overridden
       else passed_date is distinct from expected
     end`,
  )
  const bylawDays = await db.rows(
    `select * from (
       select b.slug, b.year, b.stated_year, b.sort_date, coalesce(b.passed_date, b.enacted_date, (
         select max(date) from (
           select x.last_seen as date from matters x where x.bylaw_id = b.id
           union all
           select r.date from bylaw_references n join motions r on r.id = n.motion_id
             left join meetings m on m.id = r.meeting_id where n.bylaw_id = b.id
             and (m.id is null or m.status = 'completed' or r.result is not null)
           union all
           select m.date from bylaw_references n join agenda_items i on i.id = n.agenda_item_id
             join meetings m on m.id = i.meeting_id
             where n.bylaw_id = b.id and m.status = 'completed'
         ) as days
       ), '') as day from bylaws b
     ) as told where sort_date != case
         when day = '' and stated_year > 0 then cast(stated_year as varchar(4)) else day end
       or year != case when stated_year > 0 then stated_year
         when day = '' then 0 else cast(substr(day, 1, 4) as integer) end`,
  )
  const seats = await db.rows(
    `select * from (
       select m.slug, m.end_date, case when m.ended = 1 and m.stated_end_date is null then null else (
         select min(day) from (
           select m.stated_end_date as day
           union all select death_date from people where id = m.person_id
           union all select dissolution_date from organizations where id = m.organization_id
         ) as days
       ) end as expected from memberships m
     ) as told where end_date is distinct from expected`,
  )
  return describeRows('derived', [
    ...motions,
    ...votes,
    ...recorded,
    ...matters,
    ...bylaws,
    ...bylawDays,
    ...seats,
    ...(await db.rows(miscounted)),
    ...(await db.rows(miscountedTowns(await isElectionIn(db)))),
    ...(await db.rows(miscountedPairs)),
  ])
}

// Counts each person separately, unlike the import.
const miscounted = `
  select * from (
    select p.slug, p.votes_for, p.votes_against, p.abstentions, p.meetings_present, p.meetings_absent,
      p.speaking_seconds, p.speaking_meetings,
      ${votesOf('For')} as for_them, ${votesOf('Against')} as against_them, ${votesOf('Abstain')} as neither,
      ${ofMeetings('attendance', 'sum(present)')} as was_there,
      ${ofMeetings('attendance', 'sum(1 - present)')} as was_not,
      ${ofMeetings('speaking_time', 'sum(seconds)')} as spoke,
      ${ofMeetings('speaking_time', 'count(distinct m.id)')} as spoke_at
    from people p
  ) as told
  where votes_for != for_them or votes_against != against_them or abstentions != neither
    or meetings_present != was_there or meetings_absent != was_not
    or speaking_seconds != case when spoke > 2147483647 then 2147483647 else spoke end
    or speaking_meetings != spoke_at`

function votesOf(value: string): string {
  return `(select count(*) from votes b join motions v on v.id = b.motion_id
    where b.person_id = p.id and b.value = '${value}')`
}

function ofMeetings(table: string, sum: string): string {
  return `(select coalesce(${sum}, 0) from ${table} t join meetings m on m.id = t.meeting_id
    where t.person_id = p.id)`
}

function names(...values: string[]): string {
  return `exists (select 1 from votes b where b.motion_id = v.id and b.value in ('${values.join("', '")}'))`
}

const named = (value: string) =>
  `(select count(*) from votes b where b.motion_id = v.id and b.value = '${value}')`

const extra = 'coalesce(v.extra_votes, v.tally_for + v.tally_against)'

// As many names on each side as were counted; or a ballot with names.
const fullVote = `((coalesce(v.tally_for + v.tally_against, 0) > 0 and v.tally_for <= ${named('For')} + ${extra} and v.tally_against <= ${named('Against')} + ${extra}
    and ${names('For', 'Against')})
  or exists (select 1 from votes b where b.motion_id = v.id and b.candidate is not null))`

const miscountedTowns = (isElection: string) => `
  select * from (
    select t.slug, meeting_count, motion_count, matter_count, bylaw_count, person_count, vote_count,
      recorded_vote_count, partial_vote_count, first_meeting, last_meeting, ${['meetings', 'motions', 'matters', 'bylaws', 'people'].map(liveIn)},
      (select count(*) from votes b join motions v on v.id = b.motion_id
        where v.municipality_id = t.id) as votes,
      (select min(date) from meetings m where m.municipality_id = t.id) as first_of_all,
      (select max(date) from meetings m where m.municipality_id = t.id) as last_of_all,
      (select coalesce(sum(count), 0) from facets f where f.municipality_id = t.id and name = 'result') as with_results,
      (select count(*) from motions v where v.municipality_id = t.id
        and v.result is not null and not (${isElection})) as results,
      (select count(*) from motions v where v.municipality_id = t.id
        and ${fullVote}) as recorded,
      (select count(*) from motions v where v.municipality_id = t.id
        and not ${fullVote} and ${names('For', 'Against')}) as partial
    from municipalities t
  ) as told
  where meeting_count != meetings or motion_count != motions or matter_count != matters or bylaw_count != bylaws
    or person_count != people or vote_count != votes or recorded_vote_count != recorded
    or partial_vote_count != partial or with_results != results
    or first_meeting is distinct from first_of_all or last_meeting is distinct from last_of_all`

/** The condition of motions whose result no filter offers, because it names people. */
async function isElectionIn(db: Inspector): Promise<string> {
  const rows = await db.rows<{ result: string }>(
    'select distinct result from motions where result is not null',
  )
  const words = rows.flatMap(({ result }) => (namesElected(result) ? result : []))
  const others = `select o.result_folded from motions o where o.municipality_id = t.id and coalesce(o.kind, '') != 'election'`
  return `v.result in (${words.map(quoted).join(', ') || "''"}) or v.result_folded not in (${others} and o.result_folded is not null)`
}

/** The condition of steps that say that a matter lapsed. */
async function isLapseIn(db: Inspector): Promise<string> {
  const said = 'motion_id is null and result is null'
  const rows = await db.rows<{ description: string }>(
    `select distinct description from actions where ${said}`,
  )
  const words = rows.flatMap(({ description }) => (saysLapsed(description) ? description : []))
  return `${said} and description in (${words.map(quoted).join(', ') || "''"})`
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/** A stated day, unless it is only that of a lapse. */
const ownDay = (column: string) =>
  `case when not exists (select 1 from lapses where matter_id = matters.id and date = ${column})
    then ${column} end`

function happened(table: string): string {
  return `select r.matter_id, r.date from ${table} r
    left join meetings m on m.id = r.meeting_id
    where r.date != ''
      and (m.id is null or m.status = 'completed' or r.result is not null)`
}

function liveIn(table: string): string {
  return `(select count(*) from ${table} r where r.municipality_id = t.id) as ${table}`
}
