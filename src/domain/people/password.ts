// Rules for console passwords. Length matters, composition does not (NIST SP 800-63B, 3.1.1.2). Rejects what guessers
// try first: common passwords, also with a few digits around them, and personal data.
import { type Fault, fault } from '../codes/fault.ts'

export const SHORTEST_PASSWORD = 12
export const LONGEST_PASSWORD = 256
/** Shorter name parts occur in too many unrelated passwords. */
const SHORTEST_NAME = 4
/** Up to this many digits beside a common word add no more than a date. */
const LONGEST_ORNAMENT = 6
/** Longest unit that makes a repetition guessable, regardless of the number of repeats. */
const LONGEST_UNIT = 6

/** Personal data that people who know the user know too. */
export interface Personal {
  readonly email: string
  readonly name: string
  /** Names of the service and its network. */
  readonly service: readonly string[]
}

/** Returns the fault of a new password, or `null`. `isCommon` expects lowercase words, with or without accents. */
export function passwordFault(password: string, personal: Personal, isCommon: (word: string) => boolean): Fault | null {
  const length = Array.from(password).length
  if (length < SHORTEST_PASSWORD) return fault('too_short', { least: SHORTEST_PASSWORD })
  if (length > LONGEST_PASSWORD) return fault('too_long', { most: LONGEST_PASSWORD })
  const text = password.normalize('NFKC').toLowerCase()
  const spellings = [text, withoutDisguise(text)]
  if (spellings.some((spelling) => namesIn(personal).some((name) => lettersOf(spelling).includes(name))))
    return fault('password_personal')
  return spellings.some((spelling) => isGuessable(spelling, isCommon)) ? fault('password_common') : null
}

/** True for a common word, sequence or repetition with little around it. Surrounding punctuation never counts. */
function isGuessable(text: string, isCommon: (word: string) => boolean): boolean {
  const plain = (part: string): boolean =>
    isCommon(part) || isCommon(unaccented(part)) || isSequence(part) || isRepetition(part, plain)
  if (plain(text)) return true
  const words = text.replace(/[^\p{L}]/gu, '')
  return (words === '' || plain(words)) && unforeseenIn(text.replace(/[^\p{N}]/gu, ''), plain) <= LONGEST_ORNAMENT
}

/** Counts digits that are neither a year nor a common sequence: "20262027" and "1234562026" have none. */
function unforeseenIn(figures: string, plain: (part: string) => boolean): number {
  if (plain(figures)) return 0
  const parts = figures.split(/(?:19|20)\d\d/)
  return parts.reduce((sum, part) => sum + (plain(part) ? 0 : part.length), 0)
}

/** Matches "123456", "abcdef", "aaaaaa" and their reverses; 0 follows 9. */
function isSequence(text: string): boolean {
  const codes = Array.from(text, (letter) => letter.codePointAt(0)!)
  const steps = codes.slice(1).map((code, index) => code - codes[index]!)
  return [0, 1, -1].some((step) => steps.every((found) => found === step || (step !== 0 && found === -9 * step)))
}

/** True if a short or guessable unit repeats at least twice; the last repeat may be partial. */
function isRepetition(text: string, plain: (part: string) => boolean): boolean {
  for (let period = 1; period <= text.length / 2; period++)
    if (text.startsWith(text.slice(period))) return period <= LONGEST_UNIT || plain(text.slice(0, period))
  return false
}

const DISGUISES: Record<string, string> = { '@': 'a', 4: 'a', 3: 'e', 1: 'i', '!': 'i', 0: 'o', 5: 's', $: 's', 7: 't' }

/** Reverts "p4$$w0rd" to "password". Only between letters: digits at the ends are ornaments. */
const withoutDisguise = (text: string): string =>
  text.replace(/(?<=\p{L}.{0,3})[@43!105$7](?=.{0,3}\p{L})/gu, (sign) => DISGUISES[sign]!)

const unaccented = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '')

const lettersOf = (text: string): string => unaccented(text.toLowerCase()).replace(/[^\p{L}\p{N}]/gu, '')

function namesIn({ email, name, service }: Personal): string[] {
  const [box = '', host = ''] = email.split('@')
  const words = [...name.split(/\s+/), ...box.split(/[._+-]/), box, host.split('.')[0]!, ...service]
  return words.map(lettersOf).filter((word) => word.length >= SHORTEST_NAME)
}
