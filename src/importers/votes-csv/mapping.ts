import { readMappingFile } from '../kit/table-mapping.ts'
import { SourceError } from '../source.ts'
import { type Mapping, mappingCheck } from './schema.ts'

/** Reads a mapping from a JSON file. Throws `SourceError`. */
export async function readMapping(path: string | undefined): Promise<Mapping> {
  if (path === undefined)
    throw new SourceError(
      'a table of votes needs a mapping of its columns: add --map <file.json>; docs/how-to/import-votes.md describes it',
    )
  return readMappingFile(path, mappingCheck, issueOf)
}

function issueOf({ columns, body, member_columns, member_lists }: Mapping): string | null {
  if (columns.body == null && body == null)
    return 'must say which body votes: set "columns.body", or "body" if it is always the same'
  const isRow = columns.member != null || columns.family_name != null
  const forms = [isRow, member_columns !== undefined, member_lists !== undefined]
  if (forms.filter(Boolean).length !== 1)
    return 'must say in one way who voted: "columns.member" (or "given_name" and "family_name") with "columns.vote", "member_columns", or "member_lists"'
  return isRow && columns.vote == null ? 'must set "columns.vote", the column of the votes' : null
}
