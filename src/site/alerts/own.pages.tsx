import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { parseAddress } from '../../alerts/address.ts'
import { nameOfAlert } from '../../alerts/desk.ts'
import type { Own, OwnAlert } from '../../alerts/own-alerts.ts'
import { wordsIn } from '../../alerts/words.ts'
import { pathIn } from '../address.ts'
import { AlertChoices, choicesIn } from '../alert-choices.tsx'
import { Field, fieldOf, Notice } from '../fields.tsx'
import { Page } from '../layout.tsx'
import type { SiteLocale } from '../locale.ts'
import { sendPage } from '../send-page.ts'
import type { PageTools } from '../tools.ts'
import { sendInvalidLink, sendLeft } from './alerts.pages.tsx'

type WithToken = { Params: { token: string } }

/** `/alerts`: sends the link to what somebody gets; `/alerts/m/{token}`: shows and changes it. */
export const ownAlertsPages: FastifyPluginAsync<PageTools> = async (site, tools) => {
  const { ownAlerts: own, alertDesk: desk, locale, throttle } = tools
  if (own === null || desk === null) return

  const changeOne = async (
    request: FastifyRequest<WithToken>,
    reply: FastifyReply,
    alert: OwnAlert,
  ): Promise<unknown> => {
    const { token } = request.params
    const choices = choicesIn(request)
    const isStopped = fieldOf(request, 'stop') !== ''
    const isConfirmed = fieldOf(request, 'confirm') !== ''
    const isEmpty =
      !isStopped && !isConfirmed && alert.offered.length > 1 && choices.events.length === 0
    if (isStopped) await desk.leave({ alert, subscriberId: alert.subscriber_id })
    else if (!isEmpty) await own.change(alert, choices)
    const found = await own.find(token)
    if (found === undefined) return sendLeft(locale, reply, { isGone: true })
    const page = (
      <OwnPage
        {...{ locale, token, found }}
        wrong={isEmpty ? alert.id : undefined}
        isSaved={!isEmpty}
      />
    )
    return sendPage(reply, page, isEmpty ? 400 : 200)
  }

  site.get('/alerts', async (_request, reply) =>
    sendPage(reply, <AskPage locale={locale} address="" />),
  )

  site.post('/alerts', async (request, reply) => {
    const words = wordsIn(locale.language)
    const typed = fieldOf(request, 'address')
    const address = parseAddress(typed)
    const isThrottled = (await throttle.alert(request.ip)) > 0
    const error = isThrottled
      ? words.throttled
      : address === undefined
        ? words.invalidAddress
        : undefined
    if (error !== undefined || address === undefined) {
      const page = <AskPage locale={locale} address={typed} error={error} />
      return sendPage(reply, page, isThrottled ? 429 : 400)
    }
    await sendPage(reply, <AskPage locale={locale} address="" notice={words.own.asked(address)} />)
    // After the response, because the time that it takes would tell whether the address has alerts.
    await own.sendLink(address, locale.tag)
    return reply
  })

  site.get<WithToken>('/alerts/m/:token', async ({ params: { token } }, reply) => {
    const found = await own.find(token)
    if (found === undefined) return sendInvalidLink(locale, reply)
    return sendPage(reply, <OwnPage locale={locale} token={token} found={found} />)
  })

  site.get<WithToken>('/alerts/m/:token/export.json', async ({ params: { token } }, reply) => {
    const found = await own.find(token)
    if (found === undefined) return sendInvalidLink(locale, reply)
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('content-disposition', 'attachment; filename="alerts.json"')
      .send(JSON.stringify(exportOf(found), null, 2))
  })

  site.post<WithToken>('/alerts/m/:token', async (request, reply) => {
    const found = await own.find(request.params.token)
    if (found === undefined) return sendInvalidLink(locale, reply)
    const alert = found.alerts.find(({ id }) => String(id) === fieldOf(request, 'alert'))
    if (fieldOf(request, 'stop-all') !== '') {
      await desk.leave({ subscriberId: found.subscriber.id })
      return sendLeft(locale, reply, { isGone: true })
    }
    if (fieldOf(request, 'renew') !== '') {
      const token = await own.renew(found)
      return reply.redirect(pathIn(locale, `/alerts/m/${token}`), 303)
    }
    if (alert !== undefined && fieldOf(request, 'confirm') !== '') {
      await own.confirm(alert)
      return reply.redirect(pathIn(locale, `/alerts/m/${request.params.token}`), 303)
    }
    if (alert !== undefined) return changeOne(request, reply, alert)
    return sendPage(reply, <OwnPage locale={locale} token={request.params.token} found={found} />)
  })
}

interface AskPageProps {
  locale: SiteLocale
  address: string
  error?: string | undefined
  notice?: string
}

function AskPage({ locale, address, error, notice }: AskPageProps) {
  const words = wordsIn(locale.language)
  return (
    <Page title={words.own.title} locale={locale} switchTo="/alerts" unlisted>
      <h1>{words.own.title}</h1>
      {notice !== undefined && <Notice text={notice} />}
      <p class="lead">{words.own.ask}</p>
      <form class="fields" method="post" action={pathIn(locale, '/alerts')} noValidate>
        <Field
          name="address"
          label={words.address}
          type="email"
          value={address}
          errors={error === undefined ? {} : { address: error }}
          autocomplete="email"
        />
        <button type="submit">{words.own.askSubmit}</button>
      </form>
    </Page>
  )
}

interface OwnPageProps {
  locale: SiteLocale
  token: string
  found: Own
  /** The alert of which nothing was chosen. */
  wrong?: number | undefined
  isSaved?: boolean
}

function OwnPage({ locale, token, found, wrong, isSaved = false }: OwnPageProps) {
  const words = wordsIn(locale.language)
  const { subscriber, alerts } = found
  const path = `/alerts/m/${token}`
  const action = pathIn(locale, path)
  return (
    <Page title={words.own.title} locale={locale} switchTo={path} unlisted>
      <h1>{words.own.title}</h1>
      {isSaved && <Notice text={words.own.saved} />}
      {subscriber.stopped_at !== null && (
        <form method="post" action={action}>
          <p class="notice bad">{words.own.stopped}</p>
          <button type="submit" name="renew" value="1">
            {words.own.resume}
          </button>
        </form>
      )}
      <p class="lead">{words.own.of(subscriber.address)}</p>
      {alerts.map((alert) => (
        <AlertSection key={alert.id} {...{ locale, action, alert }} isWrong={alert.id === wrong} />
      ))}
      <form method="post" action={action}>
        <p>
          <button type="submit" class="danger" name="stop-all" value="1">
            {words.own.stopAll}
          </button>{' '}
          {words.leave.after}
        </p>
        <p>
          <button type="submit" class="plain" name="renew" value="1">
            {words.own.renew}
          </button>{' '}
          {words.own.renewText}
        </p>
      </form>
      <p>
        <a href={`${action}/export.json`} download>
          {words.own.export}
        </a>
      </p>
    </Page>
  )
}

interface AlertSectionProps {
  locale: SiteLocale
  action: string
  alert: OwnAlert
  isWrong: boolean
}

function AlertSection({ locale, action, alert, isWrong }: AlertSectionProps) {
  const words = wordsIn(locale.language)
  const { id, offered, chosen, speed, confirmed_at: confirmed, gone_since: goneSince } = alert
  return (
    <section aria-labelledby={`alert-${id}`}>
      <h2 id={`alert-${id}`}>{nameOfAlert(alert)}</h2>
      {goneSince !== null && <p class="notice">{words.own.gone}</p>}
      {confirmed === null && (
        <form method="post" action={action}>
          <p>{words.own.unconfirmed}</p>
          <input type="hidden" name="alert" value={String(id)} />
          <button type="submit" name="confirm" value="1">
            {words.own.confirm}
          </button>
        </form>
      )}
      <form class="fields" method="post" action={action}>
        <input type="hidden" name="alert" value={String(id)} />
        <AlertChoices
          {...{ words, id: `alert-${id}`, events: offered, chosen, speed }}
          error={isWrong ? words.noEvent : undefined}
        />
        <button type="submit">{words.own.save}</button>{' '}
        <button type="submit" class="plain" name="stop" value="1">
          {words.own.stop}
        </button>
      </form>
    </section>
  )
}

/** All that is stored about a subscriber. */
function exportOf({ subscriber, alerts, mails }: Own) {
  const { id: _, ...about } = subscriber
  return {
    ...about,
    alerts: alerts.map(
      ({ id: _id, subscriber_id: _subscriber, offered, chosen, ...alert }) => alert,
    ),
    mails: mails.map(({ id: _id, subscriber_id: _subscriber, ...mail }) => mail),
  }
}
