// Kinds of options. Parsing, help and completion are derived from them.
import { UsageError } from './failures.ts'

export interface Flag<Value = unknown> {
  /** Placeholder of the value in help, such as NAME or a|b; `null` if the option takes no value. */
  readonly shape: string | null
  readonly help: string
  /** Values that completion offers; if empty, files or nothing, depending on the shape. */
  readonly choices: readonly string[]
  readonly isRequired: boolean
  /** `said` is the typed value, '' for an option without a value, `undefined` if the option was not given. */
  read(said: string | undefined, name: string): Value
}

export type Flags = Readonly<Record<string, Flag>>
export type ValuesOf<Declared extends Flags> = {
  readonly [Name in keyof Declared]: Declared[Name] extends Flag<infer Value> ? Value : never
}

const flag = <Value>(
  shape: string | null,
  help: string,
  read: Flag<Value>['read'],
  choices: readonly string[] = [],
): Flag<Value> => ({ shape, help, read, choices, isRequired: false })

export const onOff = (help: string): Flag<boolean> => flag(null, help, (said) => said !== undefined)

export const text = (shape: string, help: string): Flag<string | undefined> => flag(shape, help, (said) => said)

export const oneOf = <const Choice extends string>(
  choices: readonly Choice[],
  help: string,
): Flag<Choice | undefined> => {
  const read = (said: string | undefined, name: string) => {
    const found = choices.find((choice) => choice === said)
    if (said !== undefined && !found) throw new UsageError(`${name}: expected ${choices.join(', ')}, got "${said}"`)
    return found
  }
  return flag(choices.join('|'), help, read, choices)
}

export const yesOrNo = (help: string): Flag<boolean | undefined> =>
  flag('yes|no', help, (said, name) => (said === undefined ? undefined : isYes(said, name)), ['yes', 'no'])

export function isYes(said: string, name: string): boolean {
  if (said === 'yes') return true
  if (said === 'no') return false
  throw new UsageError(`${name}: expected yes or no, got "${said}"`)
}

export const whole = (
  shape: string,
  help: string,
  { from, to }: { from: number; to: number },
): Flag<number | undefined> => {
  const read = (said: string | undefined, name: string) =>
    said === undefined ? undefined : wholeIn(said, name, from, to)
  return flag(shape, help, read)
}

function wholeIn(said: string, name: string, from: number, to: number): number {
  const number = /^\d{1,15}$/.test(said.trim()) ? Number(said) : Number.NaN
  if (number >= from && number <= to) return number
  throw new UsageError(`${name}: expected a whole number from ${from} to ${to}, got "${said}"`)
}

export const decimal = (shape: string, help: string): Flag<number | undefined> => {
  const read = (said: string | undefined, name: string) => {
    if (said === undefined) return undefined
    if (said.trim() !== '' && Number.isFinite(Number(said))) return Number(said)
    throw new UsageError(`${name}: expected a number, got "${said}"`)
  }
  return flag(shape, help, read)
}

export const required = <Value>(one: Flag<Value | undefined>): Flag<Value> => ({
  ...one,
  isRequired: true,
  read(said, name) {
    const value = said === undefined || said.trim() === '' ? undefined : one.read(said.trim(), name)
    if (value === undefined) throw new UsageError(`${name} is required; see --help`)
    return value
  },
})

export const withDefault = <Value>(value: Value, one: Flag<Value | undefined>): Flag<Value> => ({
  ...one,
  help: `${one.help} (default: ${value})`,
  read: (said, name) => one.read(said, name) ?? value,
})

/** For lists that grow without bound. */
export const limit = withDefault(100, whole('N', 'max number of entries', { from: 1, to: 999_999 }))
