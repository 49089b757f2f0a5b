import type { FastifyPluginAsync } from 'fastify'
import { AccountError } from '../../access/accounts/account-error.ts'
import { pathIn } from '../address.ts'
import { PageError } from '../error-pages.tsx'
import type { Face } from '../face.tsx'
import { errorTexts, type FieldErrors, Form, fieldOf, NewPasswordField } from '../fields.tsx'
import { Page } from '../layout.tsx'
import type { SiteLocale } from '../locale.ts'
import { operatorIn } from '../operator.tsx'
import { sendPage } from '../send-page.ts'
import type { PageTools } from '../tools.ts'
import { logAccountEvent } from './account-log.ts'
import { rejectInsecure } from './closed.ts'
import { refundOnFailure } from './throttling.ts'

interface Route {
  Params: { token: string }
}

/** `/reset/<token>`: sets a new password with a link from the operator. */
export const reset: FastifyPluginAsync<PageTools> = async (site, tools) => {
  const { accounts, throttle, locale } = tools
  rejectInsecure(site, tools)

  site.get<Route>('/reset/:token', async ({ params: { token } }, reply) => {
    if (!(await accounts.isResetToken(token))) throw expiredLink(site.face.current, locale)
    return sendPage(reply, <Reset locale={locale} token={token} errors={{}} />)
  })

  site.post<Route>('/reset/:token', async (request, reply) => {
    const { token } = request.params
    const password = fieldOf(request, 'password')
    try {
      const account = await refundOnFailure(reply, () =>
        accounts.resetPassword(token, password, request.ip),
      )
      if (account === undefined) throw expiredLink(site.face.current, locale)
      logAccountEvent(request, tools, { event: 'password_reset', account: account.id })
      await throttle.clear(account.email)
      return reply.redirect(`${pathIn(locale, '/login')}?done=reset`, 303)
    } catch (error) {
      if (!(error instanceof AccountError)) throw error
      const errors = errorTexts(error, locale)
      return sendPage(reply, <Reset {...{ locale, token, errors }} />, 400)
    }
  })
}

function expiredLink(face: Face, locale: SiteLocale): PageError {
  const { expired, expiredText } = locale.words.accounts.reset
  return new PageError(404, expired, expiredText(operatorIn(face, locale)))
}

interface Props {
  locale: SiteLocale
  token: string
  errors: FieldErrors
}

function Reset({ locale, token, errors }: Props) {
  const { recover, reset, fields } = locale.words.accounts
  return (
    <Page title={recover.title} locale={locale} switchTo={`/reset/${token}`}>
      <h1>{recover.title}</h1>
      <p>{reset.lead}</p>
      <Form action={`/reset/${token}`} submit={recover.submit}>
        <NewPasswordField label={fields.newPassword} errors={errors} />
      </Form>
    </Page>
  )
}
