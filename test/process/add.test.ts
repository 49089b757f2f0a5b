import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { document, meeting, servePortal as serveCivicweb } from '../support/civicweb/portal.ts'
import { itemMarkup, meetingPage } from '../support/escribe/pages.ts'
import { between, type PortalResponses, servePortal } from '../support/escribe/server.ts'
import { newReeve, type Reeve } from '../support/process/reeve.ts'
import { textOf } from '../support/site/page-content.ts'
import { entry, meetingId } from '../support/towns/escribe-portal.ts'

let reeve: Reeve
beforeEach(() => {
  reeve = newReeve()
})
afterEach(() => reeve.remove())

const today = new Date().toISOString().slice(0, 10).replaceAll('-', '/')
const held = entry({
  StartDate: `${today} 09:00:00`,
  MeetingDocumentLink: [
    { Type: 'PostMinutes', Format: 'HTML', Url: `Meeting.aspx?Id=${meetingId}`, LanguageId: 9 },
  ],
})
const minutes = meetingPage(
  itemMarkup({
    title: 'Ditch',
    motions: [{ motion_text: 'That it be dug.', motion_result: 'Carried' }],
  }),
)

const portalPage = (text: string) => (path: string) =>
  path === '/' ? `<title>${text}</title><script src="MeetingsCalendarView.aspx"></script>` : minutes

/** A portal whose first page has this text. */
const portalOf = (text: string) =>
  servePortal({ calendar: between([held]), page: portalPage(text) })

describe('reeve add', () => {
  it('imports a council from the address of its portal, and remembers it', async () => {
    const { url } = await portalOf('Meetings of the City of Ottawa')
    const { status, stdout, stderr } = await reeve.run(['add', url])
    expect(status, stderr).toBe(0)
    expect(stdout).toContain(`Found eSCRIBE at ${url} (requests: 2).\n`)
    expect(stdout).toContain('Meetings: 1, motions: 1, votes: 0, people: 0.\n')
    expect(stdout).toContain('Votes by name: none in this import.\n')
    expect(stdout).toContain('Page: http://localhost:8080/ottawa\n')
    const list = await reeve.call(['municipalities', 'list', '--json'])
    expect(JSON.parse(list.stdout)).toMatchObject([
      {
        slug: 'ottawa',
        name: 'City of Ottawa',
        division_id: 'ocd-division/country:ca/csd:3506008',
        time_zone: 'America/Toronto',
      },
    ])
    expect((await reeve.call(['sync'])).status).toBe(0)
  })

  it('prints the exact commands if the municipality is not certain', async () => {
    const { url } = await portalOf('City of Burlington, twinned with the Town of Burlington')
    const { status, stderr } = await reeve.run(['add', url])
    expect(stderr).toContain(
      `  reeve add ${url} --csd 3524002  # City of Burlington, ON (3524002)\n`,
    )
    expect(stderr).toContain(
      `  reeve add ${url} --csd 1008071  # Town of Burlington, NL (1008071)\n`,
    )
    expect(status).toBe(2)
    const named = await reeve.run(['add', url, '--csd', '3524002', '--slug', 'burlington-on'])
    expect(named.stdout).toContain('Page: http://localhost:8080/burlington-on\n')
  })

  it('asks for what no page says', async () => {
    const { url } = await portalOf('Welcome')
    expect((await reeve.call(['add', url])).stderr).toContain(
      `no page says which municipality this is; repeat with its census code: reeve add ${url} --csd <code>`,
    )
    const { stderr } = await reeve.call(['add', url, '--csd', '5955014'])
    expect(stderr).toContain(`reeve add ${url} --csd 5955014 --timezone <zone>`)
    expect((await reeve.call(['sources', 'list'])).status).toBe(1)
  })
})

describe('reeve add of a portal without votes', () => {
  it('imports it, and its pages say that votes are not published as data', async () => {
    const date = today.replaceAll('/', '-')
    const sitting = meeting({ MeetingDate: date, MeetingDateTime: `${date} 18:30` })
    const { url } = await serveCivicweb({
      meetings: [sitting],
      other: (path) =>
        path.endsWith('/meetingDocuments')
          ? [document({ DocumentType: 10, Type: 2, Name: 'Minutes of Council' })]
          : undefined,
    })
    const { status, stdout, stderr } = await reeve.run(['add', url])
    expect(status, stderr).toBe(0)
    expect(stdout).toContain(`Found CivicWeb at ${url} (requests: 2).\n`)
    expect(stdout).toContain('Motions and votes: none in this import.\n')
    expect(stdout).toContain('Page: http://localhost:8080/wolfville\n')
    const serving = await reeve.serve()
    const site = `http://127.0.0.1:${serving.port}`
    const list = await (await fetch(`${site}/wolfville/meetings`)).text()
    const [, path] = /href="(\/wolfville\/meetings\/[^"]+)"/.exec(list) ?? []
    expect(await (await fetch(site + path)).text()).toContain('Votes: not published as data.')
    const coverage = await (await fetch(`${site}/fr/wolfville/coverage`)).text()
    expect(coverage).toContain('Non publié sous forme de données')
    serving.signal('SIGTERM')
    expect((await serving.ended).status).toBe(0)
    expect((await reeve.call(['sync'])).status).toBe(0)
  })
})

describe('reeve serve --add', () => {
  it('adds the first council of an empty database and serves it', async () => {
    const { promise: isShown, resolve: respond } = Promise.withResolvers<void>()
    const page = portalPage('City of Ottawa')
    const { url, requests } = await servePortal({
      calendar: between([held]),
      page: (path) =>
        path === '/' ? page(path) : (response) => void isShown.then(() => response.end(minutes)),
    })
    const serving = await reeve.serve(['--add', url])
    const home = async () => textOf(await (await fetch(`http://127.0.0.1:${serving.port}/`)).text())
    await expect.poll(home).toContain(`A council is being imported from ${url}, since 2`)
    respond()
    await serving.printed(/^Page: http:\/\/localhost:\d+\/ottawa$/m)
    const list = await fetch(`http://127.0.0.1:${serving.port}/ottawa/meetings`)
    expect(await list.text()).toContain('Council')
    serving.signal('SIGTERM')
    expect((await serving.ended).status).toBe(0)
    const before = requests.length
    const again = await reeve.serve(['--add', url])
    again.signal('SIGTERM')
    expect((await again.ended).status).toBe(0)
    expect(requests.length).toBe(before)
  })

  it('shows, prints and stores no secret of the address', async () => {
    const { url } = await servePortal({ calendar: () => ({}), page: () => 'Welcome' })
    const host = url.slice('http://'.length)
    const address = `http://ada:Gr@nite/77@${host}/meetings?session=Feldspar#Basalt-9`
    const secret = /Gr@nite|nite.77|Feldspar|Basalt|ada:/
    const serving = await reeve.serve(['--add', address])
    const home = async () => (await fetch(`http://127.0.0.1:${serving.port}/`)).text()
    await expect.poll(home).toContain(`reeve add http://${host}/meetings?…`)
    expect(await home()).not.toMatch(secret)
    serving.signal('SIGTERM')
    const { stdout, stderr } = await serving.ended
    expect(stdout + stderr).not.toMatch(secret)
    for (const file of readdirSync(join(reeve.folder, 'data')))
      expect(readFileSync(join(reeve.folder, 'data', file)).toString('latin1')).not.toMatch(secret)
    const added = await reeve.run(['add', `${url}/?session=Feldspar`])
    expect(added.status).toBe(2)
    expect(added.stdout + added.stderr).not.toMatch(secret)
  })

  it('goes on if the first import fails, says why, and tries again with --sync', async () => {
    const down: PortalResponses = {
      calendar: () => ({}),
      page: () => '<title>City of Ottawa</title>Welcome',
    }
    const responses = { ...down }
    const { url } = await servePortal({
      calendar: (...days) => responses.calendar(...days),
      page: (path) => responses.page(path),
    })
    const alone = await reeve.serve(['--add', url])
    const home = async ({ port }: { port: number }, path = '/') =>
      textOf(await (await fetch(`http://127.0.0.1:${port}${path}`)).text())
    await expect.poll(() => home(alone)).toContain(`try again: reeve add ${url}`)
    expect(await home(alone)).toContain(`The first import, from ${url}, did not succeed at 2`)
    expect(await home(alone)).toMatch(/no portal/)
    expect(await home(alone, '/fr')).toContain('La première importation')
    expect(await home(alone, '/status')).toContain(`The first import, from ${url}`)
    alone.signal('SIGTERM')
    expect((await alone.ended).status).toBe(0)
    const plain = await reeve.serve([])
    await expect.poll(() => home(plain, '/status')).toContain('No council is on record yet.')
    plain.signal('SIGTERM')
    expect((await plain.ended).status).toBe(0)
    const serving = await reeve.serve(['--add', url, '--sync', '6h'])
    await expect.poll(() => home(serving)).toMatch(/It is tried again at 2\S+ \S+ UTC/)
    Object.assign(responses, {
      calendar: between([held]),
      page: portalPage('City of Ottawa'),
    })
    await serving.printed(/^Page: http:\/\/localhost:\d+\/ottawa$/m)
    expect(await home(serving, '/ottawa/meetings')).toContain('Council')
    serving.signal('SIGTERM')
    expect((await serving.ended).status).toBe(0)
  })
})
