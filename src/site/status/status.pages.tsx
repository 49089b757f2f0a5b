import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { type DownFamily, lateAfterDays, silentAfterDays } from '../../store/source-state.ts'
import { version } from '../../version.ts'
import { pathIn } from '../address.ts'
import { HeadRow } from '../head-row.tsx'
import { Page } from '../layout.tsx'
import { type SiteLocale, siteLocales, useSiteLocale } from '../locale.ts'
import { NotAdded, type Pending, Time } from '../not-added.tsx'
import { Phrase } from '../phrase.tsx'
import { Scroll } from '../scroll.tsx'
import { isPublic, sendPage } from '../send-page.ts'
import type { SiteTools } from '../tools.ts'
import { type CouncilState, toCouncilState, worstFirst } from './council-state.ts'
import { readStatus } from './queries.ts'
import { inUnits, readServiceState, type ServiceState } from './service-state.ts'

/** Rows of the table; those that are late or failed come first. */
const shownMax = 300

/** `/status`, in each language: how old the record of each council is, and what is late. */
export const status: FastifyPluginAsync<SiteTools> = async (site, tools) => {
  const serviceOf = serviceReader(tools)
  for (const locale of siteLocales) addStatus(site, locale, { ...tools, serviceOf })
}

const minuteMs = 60_000

/** The state of the service, read once a minute, because a server measures a database for seconds. */
function serviceReader({ store, clock, config }: SiteTools): () => Promise<ServiceState> {
  let last: { at: number; state: Promise<ServiceState> } | undefined
  return () => {
    const now = clock.now()
    if (last !== undefined && now >= last.at && now < last.at + minuteMs) return last.state
    const { databaseUrl, mailFrom } = config
    const state = readServiceState(store.db, { databaseUrl, sends: mailFrom !== null, now })
    last = { at: now, state }
    state.catch(() => {
      last = undefined
    })
    return state
  }
}

type StatusTools = SiteTools & { serviceOf: () => Promise<ServiceState> }

function addStatus(site: FastifyInstance, locale: SiteLocale, tools: StatusTools): void {
  const { store, clock, config, serviceOf } = tools
  site.get(pathIn(locale, '/status'), async (_request, reply) => {
    const found = await readStatus(store)
    const states = found.states.map((state) => toCouncilState(state, clock.now()))
    const service = await serviceOf()
    isPublic(reply)
    return sendPage(
      reply,
      <Status {...found} {...{ locale, states, service }} siteUrl={config.siteUrl} />,
    )
  })
}

interface StatusProps {
  locale: SiteLocale
  siteUrl: string
  /** By name. */
  states: readonly CouncilState[]
  pending: Pending | undefined
  down: readonly DownFamily[]
  service: ServiceState
}

function Status({ locale, siteUrl, states, pending, down, service }: StatusProps) {
  const { words, count } = locale
  const rows = worstFirst(states).slice(0, shownMax)
  const late = states.filter(({ isBad }) => isBad).length
  const { title, description } = words.status
  return (
    <Page
      title={title}
      description={description}
      locale={locale}
      address={{ siteUrl, path: '/status' }}
    >
      <h1>{title}</h1>
      {late > 0 && <p class="lead">{words.status.someLate(late, count(late))}</p>}
      {down.map((family) => (
        <Down key={family.family} {...family} />
      ))}
      {late === 0 && down.length === 0 && pending === undefined && (
        <p class="lead">{fineOf(states, locale)}</p>
      )}
      {pending !== undefined && <NotAdded pending={pending} isOnly={states.length === 0} />}
      <p>{words.status.about}</p>
      {rows.length > 0 && <Table rows={rows} />}
      {states.length > rows.length && (
        <p>{words.status.more(count(states.length - rows.length))}</p>
      )}
      {rows.length > 0 && <Meanings />}
      <Service {...service} />
      <p class="quiet">Reeve {version}</p>
    </Page>
  )
}

/** That hosts are down, once for all of their sources. */
function Down({ family, since, retryAt, error, sources }: DownFamily) {
  const { language, words, count } = useSiteLocale()
  const times = { since: <Time at={since} />, time: <Time at={retryAt} /> }
  return (
    <div class="notice">
      <p>
        <Phrase
          text={words.status.down(sources)}
          values={{ ...times, hosts: <code>{family}</code>, count: count(sources) }}
        />
      </p>
      <p lang={language === 'en' ? undefined : 'en'}>{error}</p>
    </div>
  )
}

/** The database and the e-mails, without addresses. */
function Service({ database, alerts }: ServiceState) {
  const { words, count } = useSiteLocale()
  const { status } = words
  const sizeOf = (bytes: number) => {
    const { value, unit } = inUnits(bytes)
    return `${count(value)}\u00a0${status.units[unit]}`
  }
  const { bytes, freeBytes, isLow } = database
  const free = freeBytes === null ? '' : status.free(sizeOf(freeBytes))
  const { subscribers, mails, sends, isLate } = alerts
  const { active, unconfirmed, rejected, bounced } = subscribers
  const lines = [
    [status.database, `${sizeOf(bytes)}${free}`, isLow ? status.lowDisk : null],
    [
      status.alerts,
      sends
        ? `${status.subscribers(count(active), count(unconfirmed), count(rejected + bounced))} ${status.mails(count(mails.waiting), count(mails.sent))}`
        : status.alertsOff,
      isLate ? status.mailsLate : null,
    ],
  ] as const
  return (
    <section class="stone" aria-labelledby="service">
      <h2 id="service">{status.service}</h2>
      <dl class="meanings">
        {lines.map(([term, text, problem]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>
              {text}
              {problem !== null && (
                <>
                  {' '}
                  <strong>{problem}</strong>
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** What the columns and the states mean. */
function Meanings() {
  const { words } = useSiteLocale()
  const { status } = words
  const meanings = [
    [status.newestRecord, status.newestRecordIs],
    [status.asOf, status.asOfIs],
    [status.lastImport, status.lastImportIs],
    [status.state, status.stateIs(lateAfterDays, silentAfterDays)],
  ] as const
  return (
    <section class="stone" aria-labelledby="meanings">
      <h2 id="meanings">{status.meanings}</h2>
      <dl class="meanings">
        {meanings.map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** That no council is late. */
function fineOf([only, ...others]: readonly CouncilState[], { words, nameOf }: SiteLocale): string {
  if (only === undefined) return words.status.noCouncil
  return others.length === 0 ? words.status.oneFine(nameOf(only.name)) : words.status.allFine
}

function Table({ rows }: { rows: readonly CouncilState[] }) {
  const { words, prefix, nameOf, dateAt, date, count } = useSiteLocale()
  const { title, council, newestRecord, asOf, lastImport, age, state, never } = words.status
  return (
    <Scroll name={title}>
      <table class="stacked">
        <HeadRow names={[council, newestRecord, asOf, lastImport, age, state]} />
        <tbody>
          {rows.map((row) => (
            <tr key={row.slug}>
              <th scope="row">
                <a href={`${prefix}/${row.slug}`}>{nameOf(row.name)}</a>
              </th>
              <td data-label={newestRecord}>
                {row.newestRecord === null ? never : date(row.newestRecord)}
              </td>
              <td data-label={asOf}>{row.asOf === null ? never : date(row.asOf)}</td>
              <td data-label={lastImport}>
                {row.importedAt === null ? never : dateAt(row.importedAt, row.timeZone)}
              </td>
              <td data-label={age}>
                {row.ageDays !== null && words.status.days(row.ageDays, count(row.ageDays))}
              </td>
              <td data-label={state}>
                <State row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

function State({ row }: { row: CouncilState }) {
  const { words, dateAt } = useSiteLocale()
  const { isLate, lateSource, isSilent, failedAt, interruptedAt, timeZone } = row
  const { fine, late, lateRead, silent, failed, interrupted } = words.status
  const parts = [
    isLate ? late(lateAfterDays) : null,
    lateSource === null ? null : lateRead(dateAt(lateSource.checkedAt, timeZone)),
    isSilent ? silent(silentAfterDays) : null,
    failedAt === null ? null : failed(dateAt(failedAt, timeZone)),
    interruptedAt === null ? null : interrupted(dateAt(interruptedAt, timeZone)),
  ].filter((part) => part !== null)
  return (
    <>
      {parts.length === 0 ? row.waitsFor === null && fine : <strong>{parts.join(' ')}</strong>}
      {row.waitsFor !== null && ` ${words.status.waits(row.waitsFor)}`}
      {row.runningSince !== null && (
        <>
          {' '}
          <Phrase text={words.status.running} values={{ time: <Time at={row.runningSince} /> }} />
        </>
      )}
    </>
  )
}
