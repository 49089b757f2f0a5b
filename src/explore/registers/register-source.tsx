import { ExternalLink } from '../../site/external-link.tsx'
import { Phrase } from '../../site/phrase.tsx'
import type { listSources } from '../../store/import-runs.ts'
import type { RegisterName, RegisterState } from '../../store/registers.ts'
import { useLocale, wordOf } from '../locale.ts'

type SourceOfRegister = Awaited<ReturnType<typeof listSources>>[number]

interface RegisterSourceProps {
  name: RegisterName
  council: string
  state: RegisterState | undefined
  sources: readonly SourceOfRegister[]
}

/** How many entries a register has, or meetings that of attendance, since when, and where they come from; nothing without any. */
export function RegisterSource({ name, council, state, sources }: RegisterSourceProps) {
  const { words, count, date } = useLocale()
  if (state === undefined) return null
  const { counted, from, fromSince, of, unknown } = words.registers
  const ofName = of[name]
  const what = 'counted' in ofName ? ofName.counted : counted
  const links = sources.map(({ importer, url }, at) => (
    <>
      {at > 0 && ', '}
      <ExternalLink href={url}>
        {(importer && wordOf(words.source.importer, importer)) ?? hostOf(url) ?? council}
      </ExternalLink>
    </>
  ))
  const values = {
    sources: links.length === 0 ? unknown : links,
    date: state.since === null ? '' : <time dateTime={state.since}>{date(state.since)}</time>,
  }
  const text = state.since === null ? from : fromSince
  return <Phrase text={text(what(state.count, count(state.count)))} values={values} />
}

const hostOf = (url: string | null) =>
  url !== null && URL.canParse(url) ? new URL(url).host || undefined : undefined
