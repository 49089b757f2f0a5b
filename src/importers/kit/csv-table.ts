import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { CsvError, type Info, parse } from 'csv-parse'
import { foldKey } from '../../core/fold.ts'
import { publicAddress } from '../../core/public-address.ts'
import { InvalidSource, type OpenOptions, SourceError } from '../source.ts'
import { JsonClient } from './json-client.ts'
import { KeptResponses } from './kept-responses.ts'
import { defaultFetchPolicy, RequestError } from './retries.ts'
import { readHead, sizeOf, UnreadableFile } from './text-file.ts'

const headBytes = 64 * 1024
// Ten times the largest table and page that are known.
const bytesMax = { 'text/csv': 512 * 1024 * 1024, 'text/html': 32 * 1024 * 1024 } as const
const policy = { ...defaultFetchPolicy, timeoutMs: 600_000 }

/** A row with the line on which it ends. */
export interface TableRow {
  cells: readonly string[]
  line: number
}

/** A CSV table of which the header has been read. */
export interface Table {
  name: string
  header: readonly string[]
  rows: AsyncGenerator<TableRow>
}

export const isAddress = (location: string) => /^https?:[/][/]/i.test(location)

/** Opens a CSV file, or the one at an address. Throws `SourceError`, or `InvalidSource` if it is not a table. */
export async function openTable(location: string, options: OpenOptions = {}): Promise<Table> {
  try {
    const { head, chunks } = isAddress(location)
      ? await download(location, options)
      : await openFile(location)
    const rows = readRows(chunks, delimiterOf(head))
    const first = await rows.next()
    if (first.done) throw new UnreadableFile('is empty')
    const header = first.value.cells.map((cell) => cell.trim())
    return { name: isAddress(location) ? location : basename(location), header, rows }
  } catch (error) {
    if (error instanceof RequestError)
      throw new SourceError(`${error.message}; nothing was imported`)
    const isMissing = error instanceof UnreadableFile && error.code !== null
    const Failure = isMissing ? SourceError : InvalidSource
    throw new Failure(`${location} ${reasonOf(error)}; nothing was imported`)
  }
}

/** Why a table cannot be read; it continues a sentence that begins with its name. Rethrows an error of another kind. */
export function reasonOf(error: unknown): string {
  if (error instanceof UnreadableFile) return error.message
  if (error instanceof CsvError)
    return `is not a CSV table: ${error.message}; correct the quotes and delimiters of that line, or save it as CSV again`
  throw error
}

async function openFile(path: string) {
  await sizeOf(path)
  return { head: await readHead(path, headBytes), chunks: textOf(path) }
}

async function* textOf(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of createReadStream(path)) yield decoder.decode(chunk, { stream: true })
    yield decoder.decode()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error
    throw new UnreadableFile('is not valid UTF-8; save the table as "CSV UTF-8"')
  }
}

async function download(address: string, options: OpenOptions) {
  const text = await downloadText(address, 'text/csv', options)
  if (/^\s*</.test(text.slice(0, headBytes)))
    throw new UnreadableFile('responded with a web page; use the address of the CSV file itself')
  return { head: text.slice(0, headBytes), chunks: [text] }
}

/** The text at an address, which is kept until the next read. Throws `RequestError`. */
export async function downloadText(
  address: string,
  type: 'text/csv' | 'text/html',
  options: OpenOptions,
): Promise<string> {
  const client = new JsonClient(policy, options)
  const responses = options.kept === undefined ? null : new KeptResponses(options.kept)
  const kept = await responses?.get(address)
  const form = { text: type, bytesMax: bytesMax[type] } as const
  const response = await client.getUnlessKept(address, publicAddress(address), form, kept)
  if (response !== kept) await responses?.set(address, response)
  return response.text
}

/** What stands most often in the header. */
function delimiterOf(head: string): string {
  const [line = ''] = head.split(/\r?\n/, 1)
  const count = (sign: string) => line.split(sign).length
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

async function* readRows(
  chunks: Iterable<string> | AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<TableRow> {
  // A line of nothing but delimiters is not a row.
  const parser = parse({ bom: true, delimiter, info: true, skip_records_with_empty_values: true })
  const rows: AsyncIterable<{ record: string[]; info: Info }> = parser
  // A failure reaches the reader of the parser.
  pipeline(Readable.from(chunks), parser, () => undefined)
  for await (const { record, info } of rows) yield { cells: record, line: info.lines }
}

/** The columns of a table that may be meant by names, of which the first has one of these names. */
export function columnsNamed(header: readonly string[], names: readonly string[]): number[] {
  const first = header.findIndex((column) => names.includes(column))
  if (first === -1) return []
  const keys = new Set(names.map(columnKey))
  const others = header.flatMap((column, at) => (keys.has(columnKey(column)) ? at : []))
  return [first, ...others.filter((at) => at !== first)]
}

// No reader can tell apart what differs only in case or in spaces.
const columnKey = (name: string) => foldKey(name).replace(/\s+/g, ' ')
