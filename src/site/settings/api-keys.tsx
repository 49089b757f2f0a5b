import type { NewKey } from '../../access/keys.ts'
import type { OwnKeyRow } from '../../access/queries.ts'
import type { KeyUsage } from '../../access/usage/usage-tracker.ts'
import { BarChart } from '../chart/bar-chart.tsx'
import { ChartTable } from '../chart/chart-table.tsx'
import type { FieldErrors } from '../fields.tsx'
import { ButtonForm, Field, Form, Notice, RecoveryCode } from '../fields.tsx'
import type { SiteConfig } from '../tools.ts'
import { SettingsPage, UtcTime } from './settings-page.tsx'

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
export function ApiKeys({ email, active, revoked, usage, slug, config, ...shown }: Props) {
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
      {usage !== undefined && <KeyUsageChart usage={usage} />}
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
function KeyUsageChart({ usage }: { usage: KeyUsage }) {
  const { days } = usage
  const total = days.reduce((sum, { requests, refused }) => sum + requests + refused, 0)
  if (total === 0) return <p class="quiet">No requests in the last {days.length} days.</p>
  const chart = {
    title: `Requests per day, last ${days.length} days (UTC)`,
    categories: days.map(({ day }) => day),
    series: [
      { name: 'Accepted', values: days.map(({ requests }) => requests) },
      { name: 'Rejected by the rate limit', values: days.map(({ refused }) => refused) },
    ],
  }
  return (
    <>
      <BarChart {...chart} small />
      <ChartTable {...chart} categoryName="Day" />
    </>
  )
}
