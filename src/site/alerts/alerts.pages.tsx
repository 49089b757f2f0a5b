import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { nameOfAlert } from '../../alerts/desk.ts'
import { wordsIn } from '../../alerts/words.ts'
import type { StoredAlert } from '../../store/alerts.ts'
import { pathIn } from '../address.ts'
import { fieldOf } from '../fields.tsx'
import { Page } from '../layout.tsx'
import type { SiteLocale } from '../locale.ts'
import { sendPage } from '../send-page.ts'
import type { PageTools } from '../tools.ts'

type WithToken = { Params: { token: string }; Querystring: { all?: string } }

/**
 * `/alerts/c/{token}` and `/alerts/u/{token}`: the links in e-mails. Opening one changes nothing, because programs that
 * look for harmful links open all of them; its button does, and so does a POST of a mail program (RFC 8058).
 */
export const alerts: FastifyPluginAsync<PageTools> = async (site, { alertDesk: desk, locale }) => {
  if (desk === null) return

  site.get<WithToken>('/alerts/c/:token', async ({ params: { token } }, reply) => {
    const found = await desk.toConfirm(token)
    if (found === undefined || found.length === 0) return sendInvalidLink(locale, reply)
    return sendPage(reply, <ConfirmPage locale={locale} token={token} alerts={found} />)
  })

  site.post<WithToken>('/alerts/c/:token', async ({ params: { token } }, reply) => {
    if (!(await desk.confirm(token))) return sendInvalidLink(locale, reply)
    const { confirm } = wordsIn(locale.language)
    return sendPage(
      reply,
      <DonePage locale={locale} title={confirm.done} text={confirm.doneText} />,
    )
  })

  site.get<WithToken>('/alerts/u/:token', async ({ params: { token } }, reply) => {
    const found = await desk.toLeave(token)
    if (found === undefined) return sendInvalidLink(locale, reply)
    if (found === null) return sendLeft(locale, reply, false)
    return sendPage(reply, <LeavePage locale={locale} token={token} alert={found} />)
  })

  site.post<WithToken>('/alerts/u/:token', async (request, reply) => {
    const isAll = request.query.all !== undefined || fieldOf(request, 'all') !== ''
    const found = await desk.toLeave(request.params.token)
    if (found === undefined) return sendInvalidLink(locale, reply)
    if (found !== null) await desk.leave(found, isAll)
    return sendLeft(locale, reply, isAll)
  })
}

export function sendInvalidLink(locale: SiteLocale, reply: FastifyReply) {
  const { invalidLink: title, invalidLinkText: text } = wordsIn(locale.language)
  return sendPage(reply, <DonePage locale={locale} title={title} text={text} />, 404)
}

export function sendLeft(locale: SiteLocale, reply: FastifyReply, isAll: boolean) {
  const { leave } = wordsIn(locale.language)
  const text = isAll ? leave.doneAll : leave.doneText
  return sendPage(reply, <DonePage locale={locale} title={leave.done} text={text} />)
}

function DonePage({ locale, title, text }: { locale: SiteLocale; title: string; text: string }) {
  return (
    <Page title={title} locale={locale} unlisted>
      <h1>{title}</h1>
      <p class="lead">{text}</p>
    </Page>
  )
}

interface OfToken {
  locale: SiteLocale
  token: string
}

function ConfirmPage({ locale, token, alerts: found }: OfToken & { alerts: StoredAlert[] }) {
  const { confirm } = wordsIn(locale.language)
  return (
    <Page title={confirm.title} locale={locale} unlisted>
      <h1>{confirm.title}</h1>
      <p class="lead">{confirm.lead}</p>
      <ul>
        {found.map((alert) => (
          <li key={alert.id}>{nameOfAlert(alert)}</li>
        ))}
      </ul>
      <form method="post" action={pathIn(locale, `/alerts/c/${token}`)}>
        <button type="submit">{confirm.submit}</button>
      </form>
    </Page>
  )
}

function LeavePage({ locale, token, alert }: OfToken & { alert: StoredAlert }) {
  const { leave } = wordsIn(locale.language)
  return (
    <Page title={leave.title} locale={locale} unlisted>
      <h1>{leave.title}</h1>
      <p class="lead">{leave.text}</p>
      <form method="post" action={pathIn(locale, `/alerts/u/${token}`)}>
        <p>
          <button type="submit">{leave.one(nameOfAlert(alert))}</button>
        </p>
        <p>
          <button type="submit" name="all" value="1">
            {leave.all}
          </button>
        </p>
      </form>
    </Page>
  )
}
