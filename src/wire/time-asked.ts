// A time in a query, parsed like every time of the contract.
import { Type } from 'typebox'
import { wrong } from '../domain/codes/fault.ts'
import { invalid } from '../domain/codes/refusal.ts'
import { readInstant } from '../domain/time/local-time.ts'
import { Form, TIME_PATTERN } from './common.ts'

/** Not the format `date-time`, which accepts times that `Date` cannot parse, and rejects dates. */
export const TimeAsked = (description: string) =>
  Type.String({
    maxLength: 40,
    ...Form(TIME_PATTERN),
    description: `${description} An ISO 8601 time, or a date \`YYYY-MM-DD\`, read as 00:00 Mexico central time.`,
    examples: ['2026-12-01', '2026-12-01T06:00:00Z'],
  })

/** `undefined` if the query does not have it. */
export function timeIn<Name extends string>(asked: { readonly [name in Name]: string }, name: Name): Date
export function timeIn<Name extends string>(asked: { readonly [name in Name]?: string }, name: Name): Date | undefined
export function timeIn<Name extends string>(asked: { readonly [name in Name]?: string }, name: Name): Date | undefined {
  const text = asked[name]
  if (text === undefined) return undefined
  const at = readInstant(text)
  if (!at) throw invalid(wrong([name], 'time_form'))
  return at
}
