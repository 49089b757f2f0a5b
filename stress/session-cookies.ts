import { password } from '../test/support/site/people.ts'
import { accountPage, type Site } from './kit/site.ts'

/** The site URL of the stress test over HTTPS. */
export const siteUrl = 'https://reeve.example'
const dateText = '[A-Z][a-z]{2}, \\d{2} [A-Z][a-z]{2} \\d{4} \\d{2}:\\d{2}:\\d{2} GMT'

/** Checks the exact attributes of every cookie that the site sets or deletes. */
export async function demandCookies(site: Site, secure: boolean): Promise<void> {
  const prefix = secure ? '__Host-' : ''
  const rest = `Path=/; HttpOnly; ${secure ? 'Secure; ' : ''}SameSite=Lax`
  const session = new RegExp(`^${prefix}session=[\\w-]{43}; Max-Age=2592000; ${rest}$`)
  const device = new RegExp(
    `^${prefix}device=[0-9a-f-]{36}\\.[\\w-]{43}; Max-Age=34560000; ${rest}$`,
  )
  const recovery = new RegExp(
    `^${prefix}recovery=[0-9A-Z]{4}(-[0-9A-Z]{4}){5}; Max-Age=300; ${rest}$`,
  )
  const gone = new RegExp(
    `^${prefix}session=; Max-Age=0; Path=/; Expires=${dateText}; HttpOnly; ${secure ? 'Secure; ' : ''}SameSite=Lax$`,
  )
  const origin = { origin: secure ? siteUrl : site.service.url }
  const email = site.people.newEmail()
  let cookie = ''
  const send = async (target: string, fields: Record<string, string>, expected: RegExp[]) => {
    const reply = await site.post(target, fields, { ...origin, ...(cookie ? { cookie } : {}) })
    const lines = reply.headers.getSetCookie()
    const fine =
      lines.length === expected.length && lines.every((line, at) => expected[at]?.test(line))
    site.results.demand(fine, `${target} (${reply.status}) sets ${lines.join(' and ')}`)
    for (const line of lines) {
      const pair = line.split(';', 1)[0] ?? ''
      const name = pair.split('=', 1)[0] ?? ''
      const others = cookie.split('; ').filter((one) => one !== '' && !one.startsWith(`${name}=`))
      cookie = [...others, pair].join('; ')
    }
  }
  await send('/signup', { email, password }, [recovery, session, device])
  await send('/login', { email, password }, [session])
  await send('/login', { email, password: 'a wrong one' }, [])
  const change = { current_password: password, new_password: 'eight dry herons' }
  await send(`${accountPage}/password`, change, [recovery, session])
  await send('/logout', {}, [gone])
  await send('/login', { email, password: 'eight dry herons' }, [session])
  await send(`${accountPage}/delete`, { password: 'eight dry herons' }, [gone])
}
