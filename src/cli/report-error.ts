import { CommanderError } from 'commander'
import { KeyError } from '../access/accounts/account-error.ts'
import { RedisError } from '../access/redis/redis-error.ts'
import { ConfigError } from '../config/config.ts'
import { SiteFileError } from '../config/site-file/site-file-error.ts'
import { LoadRejected } from '../importers/load/diagnostic-list.ts'
import { SourceError } from '../importers/source.ts'
import { DatabaseMissing, StoreError, StoreFailure, WriteFailed } from '../store/store-error.ts'
import { CliError } from './cli-error.ts'

/** Prints an error, with its stack only if it is a bug; returns the exit code. */
export function reportError(error: unknown): number {
  if (error instanceof CommanderError) return reportUsage(error)
  if (error instanceof CliError) {
    console.error(`reeve: ${error.message}`)
    return error.exitCode
  }
  if (error instanceof SiteFileError)
    for (const issue of error.issues) console.error(oneLine(issue))
  if (error instanceof LoadRejected) return reportRejection(error)
  if (error instanceof StoreFailure) {
    console.error(oneLine(`reeve: the database failed: ${error.message}`))
    return 1
  }
  if (error instanceof WriteFailed) {
    console.error(oneLine(`reeve: ${error.message}`))
    return 1
  }
  if (isUserError(error)) {
    console.error(oneLine(`reeve: ${error.message}`))
    return error instanceof DatabaseMissing ? 1 : 2
  }
  console.error(error)
  return 1
}

function reportUsage({ exitCode, code, message }: CommanderError): number {
  if (exitCode === 0) return 0
  if (code !== 'commander.help')
    console.error(oneLine(`reeve: ${message.replace(/^error: /, '')} (try --help)`))
  return 2
}

// Arguments and settings can contain line breaks.
function oneLine(text: string): string {
  return text.replace(/\s*[\r\n]+\s*/g, ' ')
}

/** Whether an error is caused by arguments, settings or input, so that its message is enough. */
export function isUserError(error: unknown): error is Error {
  return [ConfigError, SiteFileError, StoreError, SourceError, KeyError, RedisError].some(
    (errorType) => error instanceof errorType,
  )
}

function reportRejection(rejection: LoadRejected): number {
  for (const { location, subject, reason } of rejection.errors)
    console.error(`${location}: ${subject}: ${reason}`)
  const more = rejection.total - rejection.errors.length
  if (more > 0) console.error(`… and ${more} more`)
  console.error(`reeve: ${rejection.message}`)
  return 1
}
