import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify'
import { type Leaving, nameOfAlert } from '../../alerts/desk.ts'
import { wordsIn } from '../../alerts/words.ts'
import type { StoredAlert } from '../../store/alerts.ts'
import { pathIn } from '../address.ts'
import { fieldOf } from '../fields.tsx'
import { Page } from '../layout.tsx'
import type { SiteLocale } from '../locale.ts'
import { sendPage } from '../send-page.ts'
import type { PageTools } from '../tools.ts'

type WithToken = { Params: { token: string } }

/**
 * `/alerts/c/{token}` and `/alerts/u/{token}`: the links in e-mails. Opening one changes nothing, because programs that
 * look for harmful links open all of them; its button does, and so does a POST of a mail program (RFC 8058).
 */
export const alerts: FastifyPluginAsync<PageTools> = async (site, { alertDesk: desk, locale }) => {
  if (desk === null) return
  const { confirm } = wordsIn(locale.language)
  const sendConfirmed = (reply: FastifyReply) => {
    const page = { title: confirm.done, text: confirm.doneText }
    return sendDone(locale, reply, page)
  }

  site.get<WithToken>('/alerts/c/:token', async ({ params: { token } }, reply) => {
    const found = await desk.toConfirm(token)
    if (found === undefined) return sendInvalidLink(locale, reply)
    if (found.length === 0) return sendConfirmed(reply)
    return sendPage(reply, <ConfirmPage locale={locale} token={token} alerts={found} />)
  })

  site.post<WithToken>('/alerts/c/:token', async (request, reply) => {
    const { token } = request.params
    const shown = fieldOf(request, 'alerts').split(',')
    if (!(await desk.confirm(token, shown))) return sendInvalidLink(locale, reply)
    // What was added after the page was opened.
    const others = await desk.toConfirm(token)
    if (others === undefined || others.length === 0) return sendConfirmed(reply)
    return sendPage(reply, <ConfirmPage locale={locale} token={token} alerts={others} />)
  })

  site.get<WithToken>('/alerts/u/:token', async ({ params: { token } }, reply) => {
    const found = await desk.toLeave(token)
    if (found === undefined) return sendInvalidLink(locale, reply)
    if (found === null) return sendLeft(locale, reply, { isGone: false })
    return sendPage(reply, <LeavePage locale={locale} token={token} leaving={found} />)
  })

  await site.register(async (oneClick) => {
    ignoreBodies(oneClick)
    const options = { config: { isOneClick: true } }
    oneClick.post<WithToken>('/alerts/u/:token', options, async (request, reply) => {
      const found = await desk.toLeave(request.params.token)
      if (found === undefined) return sendInvalidLink(locale, reply)
      const isGone = found !== null && (await desk.leave(found))
      return sendLeft(locale, reply, { isGone })
    })
  })
}

/** What a mail program sends says nothing more than the URL, in whichever form it comes. */
function ignoreBodies(site: FastifyInstance): void {
  site.removeAllContentTypeParsers()
  site.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null))
}

export function sendInvalidLink(locale: SiteLocale, reply: FastifyReply) {
  const { invalidLink: title, invalidLinkText: text } = wordsIn(locale.language)
  return sendDone(locale, reply, { title, text }, 404)
}

/** `isGone`: whether the address was deleted too. */
export function sendLeft(locale: SiteLocale, reply: FastifyReply, { isGone }: { isGone: boolean }) {
  const { leave } = wordsIn(locale.language)
  const text = isGone ? leave.doneAll : leave.doneText
  return sendDone(locale, reply, { title: leave.done, text })
}

function sendDone(
  locale: SiteLocale,
  reply: FastifyReply,
  { title, text }: { title: string; text: string },
  status = 200,
) {
  const [path = ''] = reply.request.url.slice(locale.prefix.length).split('?', 1)
  // "My alerts" have ended with the last one.
  const switchTo = path.startsWith('/alerts/m/') ? '/alerts' : path
  const page = (
    <Page title={title} {...{ locale, switchTo }} unlisted>
      <h1>{title}</h1>
      <p class="lead">{text}</p>
    </Page>
  )
  return sendPage(reply, page, status)
}

interface OfToken {
  locale: SiteLocale
  token: string
}

function ConfirmPage({ locale, token, alerts: found }: OfToken & { alerts: StoredAlert[] }) {
  const { confirm } = wordsIn(locale.language)
  const path = `/alerts/c/${token}`
  return (
    <Page title={confirm.title} locale={locale} switchTo={path} unlisted>
      <h1>{confirm.title}</h1>
      <p class="lead">{confirm.lead}</p>
      <ul>
        {found.map((alert) => (
          <li key={alert.id}>{nameOfAlert(alert)}</li>
        ))}
      </ul>
      <form method="post" action={pathIn(locale, path)}>
        <input type="hidden" name="alerts" value={found.map(({ id }) => id).join(',')} />
        <button type="submit">{confirm.submit}</button>
      </form>
    </Page>
  )
}

function LeavePage({ locale, token, leaving }: OfToken & { leaving: Leaving }) {
  const { leave } = wordsIn(locale.language)
  const { alert, allToken } = leaving
  const path = `/alerts/u/${token}`
  return (
    <Page title={leave.title} locale={locale} switchTo={path} unlisted>
      <h1>{leave.title}</h1>
      <p class="lead">{leave.text}</p>
      {alert !== undefined && (
        <form method="post" action={pathIn(locale, path)}>
          <p>
            <button type="submit">{leave.one(nameOfAlert(alert))}</button>
          </p>
        </form>
      )}
      <form method="post" action={pathIn(locale, `/alerts/u/${allToken}`)}>
        <p>
          <button type="submit">{leave.all}</button>
        </p>
      </form>
      <p class="quiet">{leave.after}</p>
    </Page>
  )
}
