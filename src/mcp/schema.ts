import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { Errors } from 'typebox/value'
import { isCalendarDate } from '../core/calendar-date.ts'
import { shorten } from '../core/shorten.ts'
import { queryLengthMax } from '../http/schema-types.ts'
import { motionKinds, voteValues } from '../resources/_shared/schema.ts'
import { meetingStatuses } from '../resources/meetings/schema.ts'
import { searchTypes } from '../resources/search/schema.ts'

// The arguments of the tools. Short, because an assistant reads all of them before its first call.

/** Items of a page; fewer if they are long. */
export const itemsMax = 25

const Str = (description: string, maxLength = 200) =>
  Type.String({ minLength: 1, maxLength, description })
const OneOf = (values: readonly string[], description: string) =>
  Type.String({ enum: [...values], description })
const Day = (description: string) => Type.String({ format: 'date', description })

const council = Str('Slug or name of the council; see list_councils.')
const region = Type.Optional(Str('Code of a province, territory or state, as on or ny.', 10))
const body = Type.Optional(Str('Slug or name of the council, committee or board that decided.'))
const from = Type.Optional(Day('First day, as 2025-01-31.'))
const to = Type.Optional(Day('Last day, as 2025-12-31.'))
const contested = Type.Optional(
  Type.Boolean({ description: 'Only motions with votes for and votes against (false: without).' }),
)
const about = Type.Optional(
  Str(
    'Only motions with all these words (any inflection) in the motion, its summary or its agenda item; for what was decided use outcome.',
    queryLengthMax,
  ),
)
const matter = Type.Optional(Str('Slug or number of a matter (bill, report): all its motions.'))
const outcome = Type.Optional(
  Str(
    'What was decided, as `outcome` of motions says it, such as veto_overridden, veto_stands, approved, referred, amendment_lost; several with commas.',
  ),
)
const next = Type.Optional(Str('`next` of the previous result, unchanged.', 2048))

const Input = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })

export const Inputs = {
  search: Input({
    query: Str('Words to find; a phrase in double quotes.', queryLengthMax),
    council: Type.Optional(Str('Slug or name of a council; all without it.')),
    region,
    kinds: Type.Optional(
      Type.Array(OneOf(Object.keys(searchTypes), 'A kind.'), {
        minItems: 1,
        maxItems: 5,
        description: 'Kinds of record; all without it.',
      }),
    ),
    ...{ from, to, next },
  }),
  fetch: Input({
    id: Str('`id` of a result, or a path such as ottawa/motions/<slug>.', 400),
  }),
  list_councils: Input({
    name: Type.Optional(Str('A part of the name.')),
    region,
    next,
  }),
  coverage: Input({
    council,
    from: Type.Optional(Day('First day; its whole year counts.')),
    to: Type.Optional(Day('Last day; its whole year counts.')),
  }),
  count_votes: Input({
    council,
    person: Type.Optional(Str('Name or slug of a person; everybody without it.')),
    ...{ body, from, to, contested, about, matter, outcome },
    value: Type.Optional(OneOf(voteValues, 'Only votes of this value.')),
  }),
  compare_members: Input({
    council,
    people: Type.Array(Str('Name or slug.'), {
      minItems: 2,
      maxItems: 5,
      description: 'People; each two are compared.',
    }),
    ...{ body, from, to, about, matter },
  }),
  list_motions: Input({
    council,
    ...{ body, from, to, contested, about, matter, outcome },
    mover: Type.Optional(Str('Name or slug of who moved it.')),
    voter: Type.Optional(Str('Name or slug of a person whose vote is recorded.')),
    value: Type.Optional(OneOf(voteValues, 'How voter voted.')),
    dissent: Type.Optional(
      Type.Boolean({ description: 'Whether voter was on the losing side, as in count_votes.' }),
    ),
    votes_of: Type.Optional(
      Type.Array(Str('Name or slug.'), {
        ...{ minItems: 1, maxItems: 5 },
        description: 'People whose vote each motion shows besides that of voter; no filter.',
      }),
    ),
    result: Type.Optional(Str('Result as recorded, such as Carried or Defeated.')),
    kind: Type.Optional(OneOf(motionKinds, 'Kind of motion.')),
    has_votes: Type.Optional(
      Type.Boolean({
        description: 'Only with (false: without) recorded votes of people, if only of some.',
      }),
    ),
    order: Type.Optional(
      Type.Unsafe<'newest' | 'oldest' | 'closest'>({
        ...{ type: 'string', enum: ['newest', 'oldest', 'closest'] },
        description:
          'closest: the smallest margin first, of votes that were counted. oldest and closest omit what has no date or count.',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        ...{ minimum: 0, maximum: itemsMax },
        description: `Motions of a page, ${itemsMax} without it; 0: only \`of\` and \`by_result\`.`,
      }),
    ),
    next,
  }),
  list_meetings: Input({
    council,
    ...{ body, from, to },
    status: Type.Optional(OneOf(meetingStatuses, 'Only these; `status_note` says why.')),
    missed_by: Type.Optional(
      Str('Name or slug of a person: only meetings whose attendance says absent; `reason`: why.'),
    ),
    upcoming: Type.Optional(
      Type.Boolean({ description: 'Only meetings from today on, the next one first.' }),
    ),
    next,
  }),
} as const satisfies Record<string, TSchema>

export type ToolName = keyof typeof Inputs
export type InputOf<Name extends ToolName> = Static<(typeof Inputs)[Name]>

interface Argument {
  type?: string
  enum?: readonly string[]
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  items?: Argument
}

/** What is wrong with the arguments of a tool, as one sentence with what is allowed; undefined if nothing is. */
export function argumentProblem(tool: ToolName, given: unknown): string | undefined {
  const { properties, required = [] } = Inputs[tool] as unknown as {
    properties: Record<string, Argument>
    required?: readonly string[]
  }
  const names = Object.keys(properties)
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return `The arguments of ${tool} must be an object with ${names.join(', ')}.`
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(properties, name))
  if (unknown !== undefined)
    return `${tool} has no argument ${JSON.stringify(shorten(unknown, 40))}; it takes ${names.join(', ')}.`
  const missing = required.find((name) => !Object.hasOwn(given, name))
  if (missing !== undefined)
    return `${tool} needs ${missing}: ${takes(properties[missing] as Argument)}.`
  for (const [name, value] of Object.entries(given)) {
    const argument = properties[name] as Argument
    if (!isValid(argument, value)) return `${name} must be ${takes(argument)}.`
  }
  return undefined
}

function isValid(argument: Argument, value: unknown): boolean {
  const { format, ...shape } = argument
  if (Errors(shape as TSchema, value).length > 0) return false
  return format !== 'date' || isCalendarDate(String(value))
}

function takes(argument: Argument): string {
  if (argument.enum !== undefined) return `one of ${argument.enum.join(', ')}`
  if (argument.format === 'date') return 'a date that exists, such as 2025-01-31'
  if (argument.type === 'boolean') return 'true or false'
  if (argument.type === 'integer')
    return `a whole number from ${argument.minimum} to ${argument.maximum}`
  if (argument.type === 'array')
    return `a list of ${argument.minItems} to ${argument.maxItems}, each ${takes(argument.items ?? {})}`
  return `a text of ${argument.minLength} to ${argument.maxLength} characters`
}
