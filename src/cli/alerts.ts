import { Command } from 'commander'
import { parseAddress } from '../alerts/address.ts'
import { deliver } from '../alerts/deliver.ts'
import { senderOf } from '../alerts/desk.ts'
import { testEmail } from '../alerts/digest.ts'
import { type MailConfig, openMailer } from '../alerts/email.ts'
import { writeDigests } from '../alerts/run.ts'
import { wordsIn } from '../alerts/words.ts'
import { type Config, readConfig } from '../config/config.ts'
import { systemClock } from '../core/clock.ts'
import { keyedHash } from '../core/passages.ts'
import { feedReader } from '../explore/feeds/read-feed.ts'
import { Cursors } from '../http/cursor.ts'
import { countAlerts } from '../store/alert-counts.ts'
import { findByAddress, forgetLeftAddress, listAllAlerts, removeAlerts } from '../store/alerts.ts'
import { findSecret } from '../store/secrets.ts'
import { bounceCommand } from './alerts-bounce.ts'
import { CliError } from './cli-error.ts'
import { printList } from './list.ts'
import { mailConfigOf } from './mail-config.ts'
import { withReadStore, withWriteStore } from './stores.ts'

/** `reeve alerts send | list | remove | test | bounce`. */
export function alertsCommand(): Command {
  return new Command('alerts')
    .addCommand(sendCommand())
    .addCommand(listCommand())
    .addCommand(removeCommand())
    .addCommand(testCommand())
    .addCommand(bounceCommand())
}

function sendCommand(): Command {
  return new Command('send')
    .description('Send what is due: each subscriber gets one e-mail with all that is new')
    .action(async () => {
      const config = readConfig()
      const mail = mailSettings(config)
      const { databaseUrl, siteUrl } = config
      const mailer = openMailer(mail)
      try {
        const written = await withReadStore(databaseUrl, (store) =>
          withWriteStore(databaseUrl, async (writing) => {
            const cursors = new Cursors(await findSecret(store.db, 'cursor'))
            const visiting = { config, store, accounts: store, cursors, clock: systemClock }
            const digests = await writeDigests({
              ...{ writing, clock: systemClock, siteUrl, sender: senderOf(config) },
              key: await findSecret(store.db, 'alert'),
              readFeed: feedReader(visiting),
            })
            const delivered = await deliver(writing, mailer, systemClock)
            const { waiting } = (await countAlerts(writing.db)).mails
            return { digests, ...delivered, waiting }
          }),
        )
        const { digests, sent, waiting, failed, why } = written
        console.log(`Digests: ${digests}. Sent: ${sent}. Waiting: ${waiting}. Rejected: ${failed}.`)
        if (why !== undefined) throw new CliError(`the mail server takes no e-mail: ${why}`, 1)
      } finally {
        mailer.close()
      }
    })
}

function listCommand(): Command {
  return new Command('list')
    .description('List who gets which feed: address, municipality, feed, how often, since when')
    .option('--json', 'print a JSON list')
    .action(async ({ json }: { json?: boolean }) => {
      const rows = await withReadStore(readConfig().databaseUrl, ({ db }) => listAllAlerts(db))
      printList(
        rows,
        {
          address: ({ address }) => address,
          municipality: ({ municipality }) => municipality,
          feed: ({ feed }) => feed,
          speed: ({ speed }) => speed,
          confirmed: ({ confirmed_at }) => confirmed_at ?? '-',
          stopped: ({ stopped_at }) => stopped_at ?? '-',
        },
        { json },
      )
    })
}

function removeCommand(): Command {
  return new Command('remove')
    .description(
      'Delete an e-mail address and its alerts, and that it left, so that it can begin again',
    )
    .argument('<address>', 'the e-mail address')
    .action(async (text: string) => {
      const address = addressIn(text)
      const isRemoved = await withWriteStore(readConfig().databaseUrl, ({ transaction }) =>
        transaction(async (db) => {
          const subscriber = await findByAddress(db, address)
          if (subscriber !== undefined) await removeAlerts(db, { subscriberId: subscriber.id })
          const hash = keyedHash(await findSecret(db, 'alert'), address)
          return (await forgetLeftAddress(db, hash)) || subscriber !== undefined
        }, 'access'),
      )
      if (!isRemoved) throw new CliError(`${text} gets no e-mail alerts`, 1)
      console.log('Deleted.')
    })
}

function testCommand(): Command {
  return new Command('test')
    .description('Send one e-mail to an address, to see how it arrives')
    .argument('<address>', 'the e-mail address')
    .action(async (text: string) => {
      const config = readConfig()
      const address = addressIn(text)
      const mailer = openMailer(mailSettings(config))
      const email = testEmail({
        ...{ words: wordsIn('en'), language: 'en', sender: senderOf(config) },
        url: `${config.siteUrl}/alerts`,
      })
      const id = `<test-${systemClock.now()}@${new URL(config.siteUrl).hostname}>`
      const mail = { to: address, messageId: id, email, bounceName: 'bounce+test' }
      const outcome = await mailer.send(mail).finally(() => mailer.close())
      if (outcome.is === 'failed')
        throw new CliError(`the mail server takes no e-mail: ${outcome.why}`, 1)
      if (outcome.is === 'deferred')
        throw new CliError(`the mail server wants ${address} tried again later`, 1)
      if (outcome.is !== 'sent') throw new CliError(`the mail server rejects ${address}`, 1)
      for (const line of missingOfSender(config)) console.error(`reeve: ${line}`)
      console.log(
        `Sent to ${address}. In its source, Authentication-Results should have spf=pass, dkim=pass and dmarc=pass.`,
      )
    })
}

/** CASL asks for the name, a postal address and a contact of the sender in each e-mail. */
const missingOfSender = ({ operatorName, operatorPostal, operatorContact }: Config): string[] =>
  Object.entries({
    OPERATOR_NAME: operatorName,
    OPERATOR_POSTAL: operatorPostal,
    OPERATOR_CONTACT: operatorContact,
  }).flatMap(([name, value]) =>
    value === null ? [`set ${name}: Canada’s anti-spam law (CASL) asks for it in each e-mail`] : [],
  )

function addressIn(text: string): string {
  const address = parseAddress(text)
  if (address === undefined) throw new CliError(`"${text}" is not one e-mail address`)
  return address
}

function mailSettings(config: Config): MailConfig {
  const mail = mailConfigOf(config)
  if (mail === undefined) throw new CliError('there is no mail server: set SMTP_URL and MAIL_FROM')
  return mail
}
