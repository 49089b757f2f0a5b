import { Campaign, hourMs, minuteMs } from './alerts/campaign.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'

const dayMs = 24 * hourMs
/** Six days before clocks go back in Toronto and Vancouver; the last import is on the eve of their going forward. */
const startsAt = Date.parse('2026-10-26T15:20:00Z')
const eveOfWinter = 5
const eveOfSummer = 138
/** Of the readers, who follow something before the first import. */
const firstShare = 0.6

async function run({ size, seed, log, archive }: Order): Promise<Outcome> {
  const [imports, kills] = size >= 500 ? [30, 40] : [6, 4]
  const campaign = await Campaign.open({ seed, startsAt, archive })
  try {
    for (let step = 0; step < imports; step += 1) {
      const share = step === 0 ? firstShare : (1 - firstShare) / Math.floor(imports / 2)
      if (step <= imports / 2) await campaign.join(Math.round(size * share))
      const killed =
        Math.round((kills * (step + 1)) / imports) - Math.round((kills * step) / imports)
      await runStep(campaign, { step, imports, kills: killed })
      log(`  ${step + 1} of ${imports} imports: ${JSON.stringify(campaign.runs.at(-1))}`)
    }
    return campaign.outcome()
  } finally {
    await campaign.close()
  }
}

interface Step {
  step: number
  imports: number
  kills: number
}

const dayOf = ({ step, imports }: Pick<Step, 'step' | 'imports'>) =>
  step === 0
    ? 0
    : eveOfWinter + Math.round(((step - 1) * (eveOfSummer - eveOfWinter)) / (imports - 2))

/** An import, and what is sent until the next one. */
async function runStep(campaign: Campaign, { step, imports, kills }: Step): Promise<void> {
  const { machine, random } = campaign
  const what = `import ${step}`
  machine.now = startsAt + dayOf({ step, imports }) * dayMs
  if (step % 4 === 3) await campaign.leave()
  if (step === 1) await campaign.importSecond()
  await campaign.importNext()
  await campaign.round(`${what}, at once`, kills)
  if (kills === 0 || step % 3 === 2) await secondImport(campaign, what, kills > 0)
  const isSwitch = step === 1 || step === imports - 1
  campaign.goTo(1, '06:57')
  if (isSwitch || random.chance(0.2)) await campaign.round(`${what}, 06:57`)
  await campaign.morning(what, 0)
  await untilNext(campaign, { what, step, imports })
}

/** The wrong clocks of some days, and the next Monday. */
async function untilNext(
  campaign: Campaign,
  { what, step, imports }: Omit<Step, 'kills'> & { what: string },
): Promise<void> {
  const today = dayOf({ step, imports }) + 1
  const next = step === imports - 1 ? today + 8 : dayOf({ step: step + 1, imports })
  // The first day is a Monday.
  const toMonday = (7 - (today % 7)) % 7
  if (toMonday > 3 && (step % 5 === 2 || step === 0)) await wrongClock(campaign, what)
  const monday = today + toMonday
  campaign.machine.now = startsAt + today * dayMs
  if (toMonday > 0 && monday < next) await campaign.morning(`${what}, Monday`, toMonday)
}

/** Another import within the hour in which somebody got an e-mail; after kills, an hour later. */
async function secondImport(campaign: Campaign, what: string, isLater: boolean): Promise<void> {
  campaign.machine.now += isLater ? 2 * hourMs : 15 * minuteMs
  await campaign.importNext({ edits: 2 })
  await campaign.round(`${what}, again`)
}

/** The clock of the machine is set back by an hour, then forward by a day, while more is added; later, it is right again. */
async function wrongClock(campaign: Campaign, what: string): Promise<void> {
  const { machine } = campaign
  const sendMore = async () => {
    await campaign.importNext({ isAddingOnly: true, edits: 3 })
    await campaign.send()
  }
  campaign.goTo(0, '11:20')
  machine.now -= hourMs
  await sendMore()
  machine.now += 3 * hourMs
  await campaign.round(`${what}, after a clock that was slow`)
  machine.now += 10 * minuteMs + dayMs
  await sendMore()
  machine.now += 30 * minuteMs - dayMs
  await sendMore()
  campaign.goTo(2, '10:23')
  await campaign.round(`${what}, after a clock that was fast`)
}

export const alerts: StressTest = {
  name: 'alerts',
  about:
    'what is mailed while two councils are imported and the sender is killed is what their feeds have that is new',
  counts: 'readers with one to five alerts; 30 imports and 40 kills from 500 on, else 6 and 4',
  sizes: { small: 40, large: 10_000 },
  run,
}
