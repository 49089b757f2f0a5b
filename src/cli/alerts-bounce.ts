import { Command } from 'commander'
import { takeBounce } from '../alerts/take-bounce.ts'
import { readConfig } from '../config/config.ts'
import { systemClock } from '../core/clock.ts'
import { findSecret } from '../store/secrets.ts'
import { CliError } from './cli-error.ts'
import { withWriteStore } from './stores.ts'

/** A report has the whole e-mail at most, after what it says of it. */
const bytesMax = 1024 * 1024

/** `reeve alerts bounce`: a mail alias pipes what comes to the senders of envelopes into it. */
export function bounceCommand(): Command {
  return new Command('bounce')
    .description(
      'Read a message from standard input: stop the e-mail address of a failed delivery, delete that of a complaint',
    )
    .option('--to <recipient>', 'the recipient of the message, if its headers do not name it')
    .action(async ({ to: recipient }: { to?: string }) => {
      if (process.stdin.isTTY) throw new CliError('pass a message on standard input')
      const raw = await readStart(process.stdin)
      const now = new Date(systemClock.now()).toISOString()
      const taken = await withWriteStore(readConfig().databaseUrl, async (writing) =>
        takeBounce(raw, { writing, key: await findSecret(writing.db, 'alert'), now, recipient }),
      )
      if (typeof taken === 'object') console.error(`Ignored: ${taken.ignored}.`)
      else console.log(taken === 'stopped' ? 'Stopped.' : 'Deleted.')
    })
}

/** At most the first MiB of a stream. */
async function readStart(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of stream) {
    parts.push(part)
    length += part.length
    if (length >= bytesMax) break
  }
  return Buffer.concat(parts).subarray(0, bytesMax)
}
