import { randomUUID } from 'node:crypto'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { KeyError, SignedOut } from '../../access/accounts/account-error.ts'
import { createKey, keyNameError, type NewKey } from '../../access/keys.ts'
import { hasActiveKey, listKeysOfAccount, type OwnKeyRow, revokeKey } from '../../access/queries.ts'
import type { KeyUsage } from '../../access/usage/usage-tracker.ts'
import { dayMs } from '../../core/calendar-date.ts'
import { logAccountEvent } from '../accounts/account-log.ts'
import { takeRecoveryCode } from '../accounts/browser.ts'
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
import { useSiteLocale } from '../locale.ts'
import { findExampleSlug } from '../queries.ts'
import { sendPage } from '../send-page.ts'
import type { SiteConfig, SiteTools } from '../tools.ts'
import { requireVisitor, SettingsPage, sendSignedOut, UtcTime } from './settings-page.tsx'

const page = '/settings/api-keys'
const usageDays = 30
const shownAfterRevokeMs = 30 * dayMs
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
export const apiKeys: FastifyPluginAsync<SiteTools> = async (site, tools) => {
  const { writing, store, clock, config } = tools
  requireVisitor(site, tools)

  site.get('/settings', (_request, reply) => reply.redirect(page, 303))
  site.get<{ Querystring: { done?: string } }>(page, (request, reply) =>
    showKeys(request, reply, tools, request.query.done === 'revoked'),
  )

  site.post(page, async (request, reply) => {
    const name = fieldOf(request, 'name').trim()
    const error = keyNameError(name)
    if (error !== undefined)
      return send(request, reply, tools, { status: 400, name, errors: { name: error } })
    const key = {
      id: formId(request, tools),
      session: request.visitor,
      name,
      keysMax: config.keysPerAccount,
    }
    try {
      const created = await createKey(writing, key, tools)
      if (created === undefined)
        return send(request, reply, tools, { status: 409, notice: alreadyCreated })
      const { accountId: account } = request.visitor
      logAccountEvent(request, tools, { event: 'key_created', account, key: created.id })
      return send(request, reply, tools, { created: { ...created, name } })
    } catch (error) {
      if (error instanceof SignedOut) return sendSignedOut(reply, config)
      if (!(error instanceof KeyError)) throw error
      const errors = { name: `This key was not created: ${error.message}.` }
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
    if (!revoked) throw new PageError(404, 'Key not found', 'You have no active key with this id.')
    logAccountEvent(request, tools, { event: 'key_revoked', account: accountId, key: id })
    return reply.redirect(`${page}?done=revoked`, 303)
  })
}

const revokedNotice = 'The key is revoked. Programs that use it no longer work.'

const alreadyCreated =
  'This form was already sent and created a key. A key is shown once; if you did not save it, revoke it and create another.'

// The id of the key comes from a token in the form, so that sending the form twice creates one key.
function formId(request: FastifyRequest, { pseudonyms }: SiteTools): string {
  const name = fieldOf(request, 'form')
  return uuidPattern.test(name) ? pseudonyms.keyId(name) : randomUUID()
}

async function showKeys(
  request: FastifyRequest,
  reply: FastifyReply,
  tools: SiteTools,
  isRevoked: boolean,
): Promise<FastifyReply> {
  const code = await takeRecoveryCode(request, reply, tools)
  const notice = isRevoked ? { notice: revokedNotice } : {}
  return send(request, reply, tools, { ...notice, ...(code !== undefined && { code }) })
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { store, clock, config, usageTracker }: SiteTools,
  { status = 200, ...shown }: View,
): Promise<FastifyReply> {
  const since = new Date(clock.now() - shownAfterRevokeMs).toISOString()
  const { accountId, email } = request.visitor
  const keys = await listKeysOfAccount(store.db, accountId, since)
  const usage = await usageTracker.usageOf(
    keys.active.map(({ id }) => id),
    usageDays,
  )
  const slug = await findExampleSlug(store.db)
  const view = { email, ...keys, usage, slug, config, formId: randomUUID(), ...shown }
  return sendPage(reply, <ApiKeys {...view} />, status)
}

interface Props {
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
function ApiKeys({ email, active, revoked, usage, slug, config, ...shown }: Props) {
  const { formId, created, notice, code, name, errors = {} } = shown
  return (
    <SettingsPage title="API keys" path="/settings/api-keys" email={email}>
      {code !== undefined && <RecoveryCode code={code} />}
      {created !== undefined && <CreatedKey created={created} slug={slug} config={config} />}
      {notice !== undefined && <Notice text={notice} />}
      {active.length === 0 && <p>You have no active keys. Create one below.</p>}
      {active.map((key) => (
        <ActiveKey key={key.id} row={key} usage={usage.get(key.id)} />
      ))}
      <h2>Create a key</h2>
      <p>
        Use one key per program, so that you can revoke one without stopping the others. You have{' '}
        {active.length} of {config.keysPerAccount} keys. Limit: {config.rateLimit} requests per
        minute per key.
      </p>
      <Form action="/settings/api-keys" submit="Create key">
        <Field
          name="name"
          label="Name"
          value={name}
          hint="What it is for, such as “Budget tracker”."
          errors={errors}
        />
        <input type="hidden" name="form" value={formId} />
      </Form>
      {revoked.length > 0 && <RevokedKeys rows={revoked} />}
    </SettingsPage>
  )
}

type CreatedProps = Required<Pick<Props, 'created'>> & Pick<Props, 'slug' | 'config'>

function CreatedKey({ created, slug, config }: CreatedProps) {
  return (
    <section class="notice" aria-labelledby="created">
      <h2 id="created">
        Your key “<bdi>{created.name}</bdi>”
      </h2>
      <p>
        <strong>Copy it now.</strong> You won’t see it again; we store only a hash.
      </p>
      <code class="key" id="key" data-copy="Copy the key">
        {created.key}
      </code>
      {slug !== undefined && (
        <>
          <p>Try it in a terminal:</p>
          <pre class="call" id="call" data-copy="Copy the call">
            {keyedCall(config, slug, created.key)}
          </pre>
        </>
      )}
      <p>
        Done? <a href="/settings/api-keys">Back to your keys</a>.
      </p>
    </section>
  )
}

/** A curl command that needs a key. In double quotes, which Windows accepts too. */
function keyedCall({ baseUrl }: SiteConfig, slug: string, key: string): string {
  return `curl -H "X-API-Key: ${key}" "${baseUrl}/api/v1/${slug}/meetings?per_page=3"`
}

function ActiveKey({ row, usage }: { row: OwnKeyRow; usage: KeyUsage | undefined }) {
  const lastUsed = lastUse(row, usage)
  const name = row.name ?? 'Unnamed key'
  return (
    <article class="card" id={`key-${row.id}`}>
      <h2>
        <bdi>{name}</bdi>
      </h2>
      <dl class="facts">
        <dt>Begins with</dt>
        <dd>
          <code>{row.prefix}</code>…
        </dd>
        <dt>Created</dt>
        <dd>
          <UtcTime at={row.created_at} />
        </dd>
        <dt>Last used</dt>
        <dd>{lastUsed === null ? 'never' : <UtcTime at={lastUsed} />}</dd>
      </dl>
      {usage !== undefined && <KeyUsageTable usage={usage} />}
      <details class="no-print">
        <summary class="button">Revoke…</summary>
        <p>Programs that use “{name}” stop working immediately. This cannot be undone.</p>
        <ButtonForm
          action={`/settings/api-keys/${row.id}/revoke`}
          submit={`Revoke “${name}”`}
          danger
        />
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
  return (
    <>
      <h2>Revoked in the last 30 days</h2>
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <code>{row.prefix}</code>… <bdi>{row.name ?? 'unnamed key'}</bdi>, revoked{' '}
            <UtcTime at={row.revoked_at ?? ''} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** Requests of a key in the last days. */
function KeyUsageTable({ usage }: { usage: KeyUsage }) {
  const { count } = useSiteLocale()
  const { days } = usage
  const total = days.reduce((sum, { requests, refused }) => sum + requests + refused, 0)
  if (total === 0) return <p class="quiet">No requests in the last {days.length} days.</p>
  return (
    <details>
      <summary>
        Requests per day, last {days.length} days: {count(total)}
      </summary>
      <BarTable
        title="Requests per day (UTC)"
        rowName="Day"
        series={['Accepted', 'Rejected by the rate limit']}
        rows={days.map(({ day, requests, refused }) => ({ key: day, values: [requests, refused] }))}
      />
    </details>
  )
}
