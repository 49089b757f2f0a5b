import type { ComponentChildren } from 'preact'
import { type Bounds, mapOf, unionOf } from '../../core/ward-map.ts'
import { wardNumber } from '../../core/ward-name.ts'
import { labelSpace } from '../../core/ward-paths.ts'
import type { PersonItem } from '../../resources/people/schema.ts'
import { useCouncil, useRecordName } from '../council-context.ts'
import { useLocale } from '../locale.ts'
import { paths } from '../paths.ts'

/** A ward as a map shows it. */
export interface WardShape extends Bounds {
  name: string
  path: string
}

export interface WardSeat extends WardShape {
  /** Who sits for it. */
  members: readonly PersonItem[]
}

interface WardMapProps {
  wards: readonly WardSeat[]
  found?: readonly WardSeat[] | undefined
  /** In millionths of a degree. */
  point?: { x: number; y: number } | undefined
}

/** The wards with their numbers, each a link. Hidden from those who do not see it, because the list beside it has the same links. */
export function WardMap({ wards, found = [], point }: WardMapProps) {
  const map = mapOf(unionOf(wards))
  return (
    <svg class="wards" viewBox={viewBoxOf(map)} aria-hidden="true">
      {wards.map((ward) => (
        <WardLink key={ward.name} ward={ward} isFound={found.includes(ward)}>
          <WardArea ward={ward} />
        </WardLink>
      ))}
      {point !== undefined && <circle cx={map.x(point.x)} cy={map.y(point.y)} r="7" />}
    </svg>
  )
}

interface OwnWardMapProps {
  wards: readonly WardShape[]
  chosen: readonly WardShape[]
  label: string
}

/** Where a ward is among the others. */
export function OwnWardMap({ wards, chosen, label }: OwnWardMapProps) {
  return (
    <svg class="wards" viewBox={viewBoxOf(mapOf(unionOf(wards)))} role="img" aria-label={label}>
      {wards.map((ward) => (
        <g key={ward.name} class={chosen.includes(ward) ? 'found' : undefined}>
          <WardArea ward={ward} />
        </g>
      ))}
    </svg>
  )
}

/** The lines at the edge have half of their width outside. */
const viewBoxOf = ({ width, height }: { width: number; height: number }) =>
  `-2 -2 ${width + 4} ${height + 4}`

/** Sizes of letters, in units of the map: of 600, a phone shows about half. */
const [lettersMax, lettersMin, lettersOnPhones] = [30, 11, 20]

function WardArea({ ward: { name, path } }: { ward: WardShape }) {
  const number = wardNumber(name)
  const space = labelSpace(path)
  const size = Math.floor(
    Math.min(lettersMax, space.height * 0.6, space.width / (0.75 * (number?.length ?? 1))),
  )
  return (
    <>
      <path d={path} fill-rule="evenodd" />
      {number !== undefined && size >= lettersMin && (
        <text
          class={size < lettersOnPhones ? 'wide' : undefined}
          x={Math.round(space.x)}
          y={Math.round(space.y)}
          font-size={size}
        >
          {number}
        </text>
      )}
    </>
  )
}

interface WardLinkProps {
  ward: WardSeat
  isFound: boolean
  children: ComponentChildren
}

/** A ward that leads to its member; one with no member, or several, is not a link. */
function WardLink({ ward: { name, members }, isFound, children }: WardLinkProps) {
  const { words } = useLocale()
  const council = useCouncil()
  const nameOf = useRecordName()
  const [member, ...others] = members
  const ward = nameOf(member?.ward ?? name)
  const names = members.map((each) => each.name).join(', ')
  const title = <title>{members.length === 0 ? ward : words.overview.seat(ward, names)}</title>
  const style = isFound ? 'found' : undefined
  if (member === undefined || others.length > 0)
    return (
      <g class={style}>
        {title}
        {children}
      </g>
    )
  return (
    <a class={style} href={paths.person(council, member.slug)} tabIndex={-1}>
      {title}
      {children}
    </a>
  )
}
