import { randomUUID } from 'node:crypto'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { KeyLimitReached, SignedOut } from '../../access/accounts/account-error.ts'
import { createKey, keyNameError, type NewKey } from '../../access/keys.ts'
import { hasActiveKey, listKeysOfAccount, type OwnKeyRow, revokeKey } from '../../access/queries.ts'
import type { KeyUsage } from '../../access/usage/usage-tracker.ts'
import { dayMs } from '../../core/calendar-date.ts'
import { logAccountEvent } from '../accounts/account-log.ts'
import { takeRecoveryCode } from '../accounts/browser.ts'
import { pathIn } from '../address.ts'
import { BarTable } from '../bar-table.tsx'
import { PageError } from '../error-pages.tsx'
import {
  ButtonForm,
  Field,
  type FieldErrors,
  Form,
  fieldOf,
  Notice,
  RecoveryCode,
} from '../fields.tsx'
import { type SiteLocale, useSiteLocale } from '../locale.ts'
import { Phrase } from '../phrase.tsx'
import { findExampleSlug } from '../queries.ts'
import { sendPage } from '../send-page.ts'
import type { PageTools, SiteConfig } from '../tools.ts'
import { keysPage, requireVisitor, SettingsPage, sendSignedOut, UtcTime } from './settings-page.tsx'
import { WhyAKey } from './why-a-key.tsx'

const page = keysPage
const usageDays = 30
const shownAfterRevokeDays = 30
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

interface View {
  status?: number
  created?: NewKey & { name: string }
  notice?: string
  /** The recovery code of an account that was just created. */
  code?: string
  name?: string
  errors?: FieldErrors
}

/** `/settings/api-keys`: the keys of the person who is signed in. */
export const apiKeys: FastifyPluginAsync<PageTools> = async (site, tools) => {
  const { writing, store, clock, config, locale } = tools
  const words = locale.words.accounts.keys
  const ownPath = pathIn(locale, page)
  requireVisitor(site, tools)

  site.get('/settings', (_request, reply) => reply.redirect(ownPath, 303))
  site.get<{ Querystring: { done?: string } }>(page, (request, reply) =>
    showKeys(request, reply, tools, request.query.done === 'revoked'),
  )

  site.post(page, async (request, reply) => {
    const name = fieldOf(request, 'name').trim()
    const error = keyNameError(name)
    if (error !== undefined) {
      const errors = { name: locale.words.accounts.nameErrors[error] }
      return send(request, reply, tools, { status: 400, name, errors })
    }
    const key = {
      id: formId(request, tools),
      session: request.visitor,
      name,
      keysMax: config.keysPerAccount,
    }
    try {
      const created = await createKey(writing, key, tools)
      if (created === undefined)
        return send(request, reply, tools, { status: 409, notice: words.alreadyCreated })
      const { accountId: account } = request.visitor
      logAccountEvent(request, tools, { event: 'key_created', account, key: created.id })
      return send(request, reply, tools, { created: { ...created, name } })
    } catch (error) {
      if (error instanceof SignedOut) return sendSignedOut(reply, tools)
      if (!(error instanceof KeyLimitReached)) throw error
      const errors = { name: words.notCreated(error.limit) }
      return send(request, reply, tools, { status: 403, name, errors })
    }
  })

  site.post<{ Params: { id: string } }>(`${page}/:id/revoke`, async (request, reply) => {
    const now = new Date(clock.now()).toISOString()
    const { accountId } = request.visitor
    const { id } = request.params
    // Read first: a missing key must not take the write lock.
    const isActive = await hasActiveKey(store.db, accountId, id)
    const revoked =
      isActive && (await writing.transaction((db) => revokeKey(db, id, now, accountId)))
    if (!revoked) throw new PageError(404, words.notFound, words.notFoundText)
    logAccountEvent(request, tools, { event: 'key_revoked', account: accountId, key: id })
    return reply.redirect(`${ownPath}?done=revoked`, 303)
  })
}

// The id of the key comes from a token in the form, so that sending the form twice creates one key.
function formId(request: FastifyRequest, { pseudonyms }: PageTools): string {
  const name = fieldOf(request, 'form')
  return uuidPattern.test(name) ? pseudonyms.keyId(name) : randomUUID()
}

async function showKeys(
  request: FastifyRequest,
  reply: FastifyReply,
  tools: PageTools,
  isRevoked: boolean,
): Promise<FastifyReply> {
  const code = await takeRecoveryCode(request, reply, tools)
  const { revoked } = tools.locale.words.accounts.keys
  const notice = isRevoked ? { notice: revoked } : {}
  return send(request, reply, tools, { ...notice, ...(code !== undefined && { code }) })
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { store, clock, config, usageTracker, locale }: PageTools,
  { status = 200, ...shown }: View,
): Promise<FastifyReply> {
  const since = new Date(clock.now() - shownAfterRevokeDays * dayMs).toISOString()
  const { accountId, email } = request.visitor
  const keys = await listKeysOfAccount(store.db, accountId, since)
  const usage = await usageTracker.usageOf(
    keys.active.map(({ id }) => id),
    usageDays,
  )
  const slug = await findExampleSlug(store.db)
  const view = { locale, email, ...keys, usage, slug, config, formId: randomUUID(), ...shown }
  return sendPage(reply, <ApiKeys {...view} />, status)
}

interface Props {
  locale: SiteLocale
  email: string
  active: readonly OwnKeyRow[]
  revoked: readonly OwnKeyRow[]
  /** By the id of each active key. */
  usage: ReadonlyMap<string, KeyUsage>
  /** A municipality for the example. */
  slug: string | undefined
  config: SiteConfig
  formId: string
  created?: NewKey & { name: string }
  notice?: string
  /** The recovery code of an account that was just created. */
  code?: string
  name?: string
  errors?: FieldErrors
}

/** The keys of an account; only a new key is shown in full. */
function ApiKeys({ locale, email, active, revoked, usage, slug, config, ...shown }: Props) {
  const { formId, created, notice, code, name, errors = {} } = shown
  const words = locale.words.accounts.keys
  return (
    <SettingsPage locale={locale} path={page} email={email}>
      {code !== undefined && <RecoveryCode code={code} />}
      {created !== undefined && <CreatedKey created={created} slug={slug} config={config} />}
      {notice !== undefined && <Notice text={notice} />}
      {active.length === 0 && <p>{words.none}</p>}
      {active.map((key) => (
        <ActiveKey key={key.id} row={key} usage={usage.get(key.id)} />
      ))}
      <div class="beside">
        <section aria-labelledby="create">
          <h2 id="create">{words.create}</h2>
          <p>{words.lead(locale.count(active.length), locale.count(config.keysPerAccount))}</p>
          <Form action={page} submit={words.submit}>
            <Field
              {...{ name: 'name', label: words.name, value: name, hint: words.nameHint, errors }}
            />
            <input type="hidden" name="form" value={formId} />
          </Form>
        </section>
        <WhyAKey config={config} />
      </div>
      {revoked.length > 0 && <RevokedKeys rows={revoked} />}
    </SettingsPage>
  )
}

type CreatedProps = Required<Pick<Props, 'created'>> & Pick<Props, 'slug' | 'config'>

function CreatedKey({ created, slug, config }: CreatedProps) {
  const locale = useSiteLocale()
  const words = locale.words.accounts.keys
  return (
    <section class="notice" aria-labelledby="created">
      <h2 id="created">
        <Phrase text={words.created} values={{ name: <bdi>{created.name}</bdi> }} />
      </h2>
      <p>
        <strong>{words.copyNow}</strong> {words.once}
      </p>
      <code class="key" id="key" data-copy={words.copy}>
        {created.key}
      </code>
      {slug !== undefined && (
        <>
          <p>{words.tryIt}</p>
          <pre class="call" id="call" data-copy={words.copyCall}>
            {keyedCall(config, slug, created.key)}
          </pre>
        </>
      )}
      <p>
        <Phrase
          text={words.done}
          values={{ link: <a href={pathIn(locale, page)}>{words.back}</a> }}
        />
      </p>
    </section>
  )
}

/** A curl command that needs a key. In double quotes, which Windows accepts too. */
function keyedCall({ baseUrl }: SiteConfig, slug: string, key: string): string {
  return `curl -H "X-API-Key: ${key}" "${baseUrl}/api/v1/${slug}/meetings?per_page=3"`
}

function ActiveKey({ row, usage }: { row: OwnKeyRow; usage: KeyUsage | undefined }) {
  const words = useSiteLocale().words.accounts.keys
  const lastUsed = lastUse(row, usage)
  const name = row.name ?? words.unnamed
  return (
    <article class="card" id={`key-${row.id}`}>
      <h2>
        <bdi>{name}</bdi>
      </h2>
      <dl class="facts">
        <dt>{words.beginsWith}</dt>
        <dd>
          <code>{row.prefix}</code>…
        </dd>
        <dt>{words.createdAt}</dt>
        <dd>
          <UtcTime at={row.created_at} />
        </dd>
        <dt>{words.lastUsed}</dt>
        <dd>{lastUsed === null ? words.never : <UtcTime at={lastUsed} />}</dd>
      </dl>
      {usage !== undefined && <KeyUsageTable usage={usage} />}
      <details class="no-print">
        <summary class="button">{words.revoke}</summary>
        <p>{words.revokeText(name)}</p>
        <ButtonForm action={`${page}/${row.id}/revoke`} submit={words.revokeNamed(name)} danger />
      </details>
    </article>
  )
}

// Last use is rounded down to five minutes, so it can precede the creation.
function lastUse({ created_at }: OwnKeyRow, usage: KeyUsage | undefined): string | null {
  const at = usage?.lastUsedAt ?? null
  return at !== null && at < created_at ? created_at : at
}

function RevokedKeys({ rows }: { rows: readonly OwnKeyRow[] }) {
  const words = useSiteLocale().words.accounts.keys
  return (
    <>
      <h2>{words.revokedLately(shownAfterRevokeDays)}</h2>
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <code>{row.prefix}</code>… <bdi>{row.name ?? words.unnamed}</bdi>,{' '}
            <Phrase
              text={words.revokedAt}
              values={{ time: <UtcTime at={row.revoked_at ?? ''} /> }}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

/** Requests of a key in the last days. */
function KeyUsageTable({ usage }: { usage: KeyUsage }) {
  const { count, words: all } = useSiteLocale()
  const words = all.accounts.keys
  const { days } = usage
  const total = days.reduce((sum, { requests, refused }) => sum + requests + refused, 0)
  if (total === 0) return <p class="quiet">{words.noRequests(days.length)}</p>
  return (
    <details>
      <summary>{words.requests(days.length, count(total))}</summary>
      <BarTable
        title={words.requestsTitle}
        rowName={words.day}
        series={[words.accepted, words.rejected]}
        rows={days.map(({ day, requests, refused }) => ({ key: day, values: [requests, refused] }))}
      />
    </details>
  )
}
