import { Type } from 'typebox'
import { Format } from 'typebox/format'
import { Errors } from 'typebox/value'
import { isCalendarDate } from '../../core/calendar-date.ts'
import { isWebUrl, webUrlLengthMax, webUrlPattern } from '../../core/web-url.ts'

Format.Set('calendar-date', isCalendarDate)
Format.Set('web-url', isWebUrl)

// Building blocks of the schemas of sources and records. A field may be missing or null; a field with a value must have
// its type. `shape-issues.ts` puts the patterns into words.

/** An object without other fields. */
export const object = <P extends Parameters<typeof Type.Object>[0]>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })

export const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Optional(Type.Union([schema, Type.Null()]))

export const NullableStr = nullable(Type.String())
export const NullableInt = nullable(Type.Integer())
export const NullableBool = nullable(Type.Boolean())
/** A numeric id; at least 0, because publishers write 0 for none. */
export const Id = Type.Integer({ minimum: 0 })
export const NullableId = nullable(Id)
export const DateOnly = Type.String({ format: 'calendar-date' })
export const TimeOfDay = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' })
export const Instant = Type.String({
  pattern:
    '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]([.][0-9]+)?Z$',
})
/** The pattern is for other validators of a bundle's schema, the format also parses the URL. */
export const Url = Type.String({
  pattern: webUrlPattern,
  maxLength: webUrlLengthMax,
  format: 'web-url',
})

/** The validation errors of a value, without compiling the schema, which is slower. */
export function errorsOf(schema: object, value: unknown): ReturnType<typeof Errors> {
  return Errors(schema, value)
}
