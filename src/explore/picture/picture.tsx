import { type ComponentChildren, createContext, h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { Crest } from '../../core/branding.ts'
import { lengthOf, widest } from '../../core/text-width.ts'
import { useFace, useFaceParts } from '../../site/face.tsx'
import { useLocale } from '../locale.ts'
import { ChamberDrawing, hasSeats } from '../parts/chamber.tsx'
import type { Chamber } from '../parts/chamber-of.ts'
import { StripDrawing } from '../parts/vote-strip.tsx'

/** What a shared link shows of a page. */
export interface Subject {
  council: string
  title: string
  description?: string | undefined
  tally?: { for: number; against: number } | undefined
  chamber?: Chamber | undefined
}

/** Whether a page is rendered as its picture. */
export const PictureContext = createContext(false)

/** Where the picture of a page is. */
export const picturePathOf = (page: string) => `${page}/picture.png`

/** The picture of a page as SVG. */
export function toSvg(page: ComponentChildren): string {
  const svg = renderToString(h(PictureContext.Provider, { value: true, children: page }))
  // HTML allows it in a text, XML 1.0 does not.
  return svg.replaceAll(']]>', ']]&gt;')
}

const size = { width: 1200, height: 630 }
const margin = 80
const across = size.width - 2 * margin
const titleSize = 60

/** Of votes, on paper. */
const style = [
  '.yes{fill:#1f54a5}.no{fill:#b2430c}',
  '.arc{fill:none;stroke:#dcd9d0;stroke-opacity:.5}',
  '.chamber circle{fill:#fbfaf7;stroke-width:3}.chamber g path{fill:none;stroke-width:3}',
  '.chamber .for path{stroke:#fbfaf7}.chamber .for circle{fill:#1f54a5}',
  '.chamber .against circle,.chamber .against path{stroke:#b2430c}',
  '.chamber .abstained circle,.chamber .abstained path{stroke:#1d2326}',
  '.chamber .none circle{stroke:#566066;stroke-width:2;stroke-dasharray:2 4}',
  '.chamber .in{font-weight:700}.for .in{fill:#fbfaf7}.against .in{fill:#b2430c}',
  '.strip path{fill:none;stroke:#1f54a5;stroke-width:12;stroke-linecap:round;stroke-dasharray:.01 14.99}',
  '.strip .against path{stroke:#b2430c}.strip g .hole{stroke:#fbfaf7;stroke-width:7}',
].join('')

/** The picture of a page, with the colours of the light theme. */
export function Picture({ council, title, description = '', tally, chamber }: Subject) {
  const isHalf = chamber !== undefined && hasSeats(chamber)
  const [width, fontSize, small] = isHalf ? [across / 2 - 20, 44, 26] : [across, titleSize, 34]
  const max = isHalf ? 5 : tally === undefined ? 4 : 3
  const lines = linesOf(title, { width: width / fontSize, max })
  const more = linesOf(description, { width: width / small, max: isHalf ? 3 : 2 })
  const { branding } = useFace()
  const { name } = useFaceParts()
  const { band } = branding.palettes.light
  const afterTitle = 170 + lines.length * fontSize * 1.2
  return (
    <svg xmlns="http://www.w3.org/2000/svg" {...size} font-family="Inter" fill="#1d2326">
      <title>{lines.join(' ')}</title>
      <style>{style}</style>
      <rect {...size} fill="#fbfaf7" />
      <rect width={size.width} height="16" fill={band} />
      <text x={margin} y="104" font-size="34" font-weight="700" fill={band}>
        {linesOf(council, { width: (across - crestSize) / 34, max: 1 })}
      </text>
      <Lines lines={lines} y={190} fontSize={fontSize} isBold />
      <g fill="#566066">
        <Lines lines={more} y={afterTitle + 20} fontSize={small} />
      </g>
      {isHalf && <Seats chamber={chamber} />}
      {!isHalf && tally !== undefined && <Marks tally={tally} />}
      {branding.crest !== null && <CrestImage {...branding.crest.light} />}
      {name.text !== council && (
        <text
          x={isHalf ? margin : size.width - margin}
          y="592"
          font-size="30"
          font-weight="700"
          text-anchor={isHalf ? 'start' : 'end'}
        >
          {linesOf(name.text, { width: across / 2 / 30, max: 1 })}
        </text>
      )}
    </svg>
  )
}

/** The chamber of a vote, in the right half. */
function Seats({ chamber }: Required<Pick<Subject, 'chamber'>>) {
  if (chamber === undefined) return null
  const x = margin + across / 2
  return (
    <g class="chamber" font-size="15">
      <ChamberDrawing chamber={chamber} x={x} y={150} width={across / 2} height={440} />
    </g>
  )
}

const crestSize = 96

/** In the corner. Its reading by the library loads nothing, as its file refers to nothing. */
function CrestImage({ type, base64 }: Crest) {
  const href = `data:${type};base64,${base64}`
  const box = { x: size.width - margin - crestSize, y: 44, width: crestSize, height: crestSize }
  return <image href={href} {...box} preserveAspectRatio="xMaxYMin" />
}

interface LinesProps {
  lines: readonly string[]
  /** Of the first baseline. */
  y: number
  fontSize: number
  isBold?: boolean
}

function Lines({ lines, y, fontSize, isBold = false }: LinesProps) {
  return lines.map((line, at) => (
    <text
      key={at}
      x={margin}
      y={y + at * fontSize * 1.2}
      font-size={fontSize}
      font-weight={isBold ? 700 : 400}
    >
      {line}
    </text>
  ))
}

/** A mark for each vote, and the numbers. */
function Marks({ tally }: Required<Pick<Subject, 'tally'>>) {
  const { words, count } = useLocale()
  if (tally === undefined || tally.for + tally.against === 0) return null
  return (
    <g font-size="34" font-weight="700">
      <g class="strip">
        <StripDrawing tally={tally} x={margin} y={468} width={across} height={62} />
      </g>
      <text x={margin} y="576">
        {`${words.motion.inFavour(count(tally.for))} · ${words.motion.against(count(tally.against))}`}
      </text>
    </g>
  )
}

/** A text in lines of at most `width` em; the last one ends in … if there would be more than `max`. */
function linesOf(text: string, { width, max }: { width: number; max: number }): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/).flatMap((one) => partsOf(one, width))) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`
    if (lengthOf(longer) <= width) lines.splice(-1, 1, longer)
    else lines.push(word)
  }
  if (lines.length <= max) return lines
  const last = lines[max - 1] ?? ''
  return [...lines.slice(0, max - 1), `${last.replace(/.[\s\p{P}]*$/u, '')}…`]
}

/** A word in parts that are not longer than a line. */
function partsOf(word: string, width: number): string[] {
  const most = Math.floor(width / widest)
  return word.match(new RegExp(`.{1,${most}}`, 'gu')) ?? []
}

/** Whether the font has every character of a text. */
export function isDrawable(text: string): boolean {
  return /^[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{Mn}\d\p{P}\p{Sc}\p{Sm}\p{Sk}\s\u00a0-\u00ff]*$/u.test(
    text,
  )
}
