// Explains a refusal in terms of the command's options and values.
import type { FieldFault } from '../../domain/codes/fault.ts'
import type { Refusal } from '../../domain/codes/refusal.ts'
import { en } from '../../words/en.ts'
import { faultText, refusalText } from '../../words/words.ts'
import type { Verb } from './declare.ts'
import { printable } from './output.ts'
import type { Typed } from './parse.ts'

/** URLs may contain a password too. */
const SECRET = /password|secret|token|url/i

export const refusedText = (verb: Pick<Verb, 'args' | 'flags'>, typed: Typed, refusal: Refusal): string =>
  [refusalText(en, refusal), ...refusal.fields.map((field) => fieldText(verb, typed, field))]
    .map(printable)
    .join('\n  ')

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
