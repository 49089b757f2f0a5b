// The rows of the peers, as each of them would read them: one statement for a page, one for its total, and two for a
// detail or one (`prepareParts`). The arguments are the file and the slug of the municipality. No code of Reeve is
// used, because it would be compared with itself; a test compares the content.
import { DatabaseSync } from 'node:sqlite'

const [, , file, slug, reading] = process.argv
const db = new DatabaseSync(file, { readOnly: true })
// Accounts and keys are in another file.
db.prepare('attach ? as access').run(file.replace(/(\.[^.]*)?$/, '-accounts$1'))

/** Returns a function that creates an object from a row as an array. */
function namer(names) {
  const fields = names.map((name, index) => `${name}: row[${index}]`)
  return new Function('row', `return { ${fields} }`)
}

const namesOf = (statement) => statement.columns().map(({ name }) => name)

/** A statement of the driver; with the argument "arrays", its rows are arrays, as Reeve reads them. */
export function prepare(text) {
  const statement = db.prepare(text)
  if (reading !== 'arrays') return statement
  const named = namer(namesOf(statement))
  statement.setReturnArrays(true)
  return {
    all: (...values) => statement.all(...values).map(named),
    get: (...values) => {
      const row = statement.get(...values)
      return row && named(row)
    },
  }
}

/** Child rows, by another statement or, with the argument "arrays", from a JSON column, as Reeve reads them. */
export function prepareParts(name, owner, select) {
  if (reading === 'arrays') return jsonColumn(name, owner, select)
  const statement = db.prepare(select('?'))
  return { column: '', of: (row) => statement.all(row.id) }
}

/** Child rows from a JSON column. */
export function jsonColumn(name, owner, select) {
  const names = namesOf(db.prepare(select('?')))
  const named = namer(names)
  const text = `select json_group_array(json_array(${names})) from (${select(`${owner}.id`)})`
  return { column: `, (${text}) as ${name}`, of: (row) => JSON.parse(row[name]).map(named) }
}

export const {
  id: municipality,
  jurisdiction_id: jurisdiction,
  time_zone: timeZone,
} = db.prepare('select id, jurisdiction_id, time_zone from municipalities where slug = ?').get(slug)

// The default of SITE_URL; no peer has a site.
const site = 'http://localhost:8080'

/** The URL of the page of a record. */
export function urlOf(list, record) {
  return `${site}/${slug}/${list}/${record}`
}

/** Prints the port for the benchmark. */
export function printPort(server) {
  process.stdout.write(`${server.address().port}\n`)
}
