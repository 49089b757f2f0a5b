import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import type { Config } from '../config/config.ts'
import { printable } from './terminal.ts'

const keyPattern = /rv_[0-9a-f]{64}/g

/** JSON lines on standard output. Anything that looks like a key is redacted, as a last safeguard. */
export function jsonLogger(level: Config['logLevel']): FastifyBaseLogger {
  const stream = {
    write: (line: string) =>
      process.stdout.write(printable(line.replace(keyPattern, 'rv_[redacted]'))),
  }
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, stream)
}
