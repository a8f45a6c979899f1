// Explains a refusal in terms of the command's options and values.
import type { FieldFault } from '../../domain/codes/fault.ts'
import { Refusal } from '../../domain/codes/refusal.ts'
import { en } from '../../words/en.ts'
import { faultText, refusalText } from '../../words/words.ts'
import type { Verb } from './declare.ts'
import { CommandFailure, UsageError } from './failures.ts'
import { printable } from './output.ts'
import type { Typed } from './parse.ts'

/** URLs may contain a password too. */
const SECRET = /password|secret|token|url/i

export function refusedText(verb: Pick<Verb, 'args' | 'flags'>, typed: Typed, refusal: Refusal): string {
  const fields = refusal.fields.map((field) => fieldText(verb, typed, field))
  // The sentence of `invalid_request` names the list of errors in a response of the API.
  const isList = refusal.code === 'invalid_request' && fields.length > 0
  const sentence = isList ? 'nothing was changed.' : refusalText(en, refusal)
  return [sentence, ...fields].map(printable).join('\n  ')
}

function fieldText(verb: Pick<Verb, 'args' | 'flags'>, { flags, args }: Typed, field: FieldFault): string {
  const [first = '', ...rest] = field.path
  const text = faultText(en, field)
  const option = optionFor(String(first), Object.keys(verb.flags))
  const place = verb.args.findIndex((name) => name.toLowerCase() === String(first).toLowerCase())
  const value = option === null ? args[place] : flags[option]
  const name = option === null ? (verb.args[place] ?? first) : `--${option}`
  // Some texts already contain the value, and secrets must not be shown.
  const isShown = value !== undefined && rest.length === 0 && !SECRET.test(String(name)) && !text.includes(`"${value}"`)
  return `${[name, ...rest, ...(isShown ? [`"${value}"`] : [])].join(' ')}: ${text}`
}

/** `stationCode` comes from --station-code or --station; `null` if from no option. */
function optionFor(field: string, options: readonly string[]): string | null {
  const words = field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return [words, words.replace(/-(code|id|seconds|at)$/, '')].find((name) => options.includes(name)) ?? null
}

interface Explanation {
  readonly title?: string
  /** Name of the field in the command; `undefined` if the text needs none. */
  readonly nameOf?: (fault: FieldFault) => string | undefined
  readonly isUsage?: boolean
}

/**
 * For `catch`, where `refusedText` cannot derive the names: throws a failure with a line for each wrong field. Other
 * errors pass.
 */
export const explain =
  ({ title = 'nothing was changed.', nameOf, isUsage = false }: Explanation = {}) =>
  (error: unknown): never => {
    if (!(error instanceof Refusal) || error.fields.length === 0) throw error
    const lines = error.fields.map((fault) => {
      const name = nameOf?.(fault)
      return name === undefined ? faultText(en, fault) : `${name}: ${faultText(en, fault)}`
    })
    throw new (isUsage ? UsageError : CommandFailure)([title, ...lines].join('\n  '))
  }
