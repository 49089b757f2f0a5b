import { asMarkdown } from './markdown.ts'
import type { Report } from './report.ts'

type Engine = Report['run']['database']

const titles: Record<Engine, string> = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

/**
 * The page docs/explanation/performance.md with a report in it. What another run wrote of the other database stays;
 * `former` is the page as it was.
 */
export function pageOf(report: Report, former: string | undefined): string {
  const engines = Object.keys(titles) as Engine[]
  const sections = engines.flatMap((engine) => {
    const figures =
      engine === report.run.database ? asMarkdown(report) : figuresIn(former ?? '', engine)
    return figures === undefined ? [] : [sectionOf(engine, figures)]
  })
  return `${[text, ...sections].join('\n\n')}\n`
}

const opening = (engine: Engine) => `<!-- ${engine} -->`
const closing = (engine: Engine) => `<!-- /${engine} -->`

function sectionOf(engine: Engine, figures: string): string {
  return [`## ${titles[engine]}`, opening(engine), figures, closing(engine)].join('\n\n')
}

function figuresIn(page: string, engine: Engine): string | undefined {
  const [, rest] = page.split(opening(engine))
  return rest?.split(closing(engine))[0]?.trim()
}

const text = `# Performance

What a request costs, beside the least that it could cost in this language, and beside others that answer from the same rows. This page is written by \`npm run bench -- --write-docs\`; [Scale](scale.md) has the plans of the statements and a busy service with a million rows.

There are two kinds of answer. "Reeve" sends finished pages from its [response cache](../decisions/0049-caching-and-query-cost.md): the requests here ask for a few addresses again and again, so that all but the first find one. "Reeve, no page cache" makes every answer anew. What a service costs in use lies between the two, by how often the same page is asked for before an import changes something.

## How it is measured

The built service runs on one core, and wrk, which asks it, on another; PostgreSQL runs beside wrk. The yardstick is a bare \`node:http\` server on the same core, which holds the finished answers of the service, headers and all, in memory, and writes them: nothing written for Node's own HTTP server can be cheaper. Two more servers tell what else costs what it costs. On PostgreSQL, bare node:http + a question asks the database for one number before it writes the same bytes, once for all requests that have come in one turn of the event loop, as Reeve asks for the state of the database: eight connections share a question, and a request that comes alone has its own. On SQLite, node:http + the rows runs the statements of an answer and writes their rows as JSON: without a key, a limit, a check of what is asked or sent, or headers but for type and length. Servers take turns, round by round, and the others are stopped meanwhile; one round of each is for warming up, and the figure is the median of the others.

The steadiest figure is the processor time of a request: requests of a second and times follow from it, but move with whatever else the machine does. On a virtual machine it moves too, by half and more from one minute to the next, with what else its host does. "Noise" is the part of all processor time in a round that neither the server nor the database nor wrk had; a table with more than a few hundredths of it tells ratios, and no absolute figures.

Ratios can be compared between machines better than other figures, and between the lines of one request better than between tables. The goals in microseconds and seconds are of a machine on which the bare server takes 14 to 15 µs for a page of meetings; they are judged as they stand, however fast the machine of a run was.

- **CPU µs**: processor time of the server for a request; on PostgreSQL, that of the database stands beside it.
- **of bare**: the processor time of the bare server over that of this one, with that of its database. 0.5 is half as fast as Node can write the bytes.
- **× reference**: how often this server answers in the processor time that Hono + chanfana takes for one answer.
- **× first**: the processor time beside that of the first line of the same request.
- **p50, p99**: with eight connections that ask without a pause; for searches and deep pages with one, so that nobody waits for another.
- **growth**: memory in the last quarter of the requests beside that in the second. A minute goes before, in which the limit comes to hold the moments of all requests of a minute.
- **rows/s**: rows of all tables, those of the search too, for each second of the import. The bare inserts write the same rows into the same tables in one transaction, prepared (on PostgreSQL a thousand at a time), and read, check, compare and index nothing.

The service runs as it comes, but for a limit that lets wrk through and a log that begins at warnings. "Archive" is a Legistar archive that was given with \`--archive\`, where otherwise the record of Ottawa that comes with Reeve is measured; the goals of memory, start and import are of four years of the New York City Council. All other records are made up in the shape of that council, from the same seed each time.`
