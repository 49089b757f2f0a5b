import { randomUUID } from 'node:crypto'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { KeyError, SignedOut } from '../../access/accounts/account-error.ts'
import { createKey, keyNameError, type NewKey } from '../../access/keys.ts'
import { hasActiveKey, listKeysOfAccount, revokeKey } from '../../access/queries.ts'
import { dayMs } from '../../core/calendar-date.ts'
import { logAccountEvent } from '../accounts/account-log.ts'
import { takeRecoveryCode } from '../accounts/browser.ts'
import { PageError } from '../error-pages.tsx'
import { type FieldErrors, fieldOf } from '../fields.tsx'
import { findExampleSlug } from '../queries.ts'
import { sendPage } from '../send-page.ts'
import type { SiteTools } from '../tools.ts'
import { ApiKeys } from './api-keys.tsx'
import { requireVisitor, sendSignedOut } from './visitor.ts'

const page = '/settings/api-keys'
const chartDays = 30
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
    chartDays,
  )
  const slug = await findExampleSlug(store.db)
  const view = { email, ...keys, usage, slug, config, formId: randomUUID(), ...shown }
  return sendPage(reply, <ApiKeys {...view} />, status)
}
