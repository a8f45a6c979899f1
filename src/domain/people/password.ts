// What a password of a person must not be. Length is what counts (NIST SP 800-63B, 3.1.1.2): no rules of composition. What guessers
// try first is refused: what many others chose, alone or with a few figures around it, and what is known about the person.
import { type Fault, fault } from '../codes/fault.ts'

export const SHORTEST_PASSWORD = 12
export const LONGEST_PASSWORD = 256
/** Shorter words of a name are found in too much that has nothing to do with it. */
const SHORTEST_NAME = 4
/** So many figures beside a common word are no more than a date. */
const LONGEST_ORNAMENT = 6
/** Repeated as often as one likes. */
const LONGEST_UNIT = 6

/** Those who know the person know this too. */
export interface Personal {
  readonly email: string
  readonly name: string
  /** What the service and its network are called. */
  readonly service: readonly string[]
}

/** What is wrong with a new password, or null. `isCommon` knows words in lower case, as they are and without accents. */
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

/** A common word, a sequence or a repetition, with little around it. Signs around it are what everybody adds: they never count. */
function isGuessable(text: string, isCommon: (word: string) => boolean): boolean {
  const plain = (part: string): boolean =>
    isCommon(part) || isCommon(unaccented(part)) || isSequence(part) || isRepetition(part, plain)
  if (plain(text)) return true
  const words = text.replace(/[^\p{L}]/gu, '')
  return (words === '' || plain(words)) && unforeseenIn(text.replace(/[^\p{N}]/gu, ''), plain) <= LONGEST_ORNAMENT
}

/** How many figures are neither a year nor what everybody types: "20262027" and "1234562026" have none. */
function unforeseenIn(figures: string, plain: (part: string) => boolean): number {
  if (plain(figures)) return 0
  const parts = figures.split(/(?:19|20)\d\d/)
  return parts.reduce((sum, part) => sum + (plain(part) ? 0 : part.length), 0)
}

/** "123456", "abcdef", "aaaaaa", and backwards; after nine comes zero. */
function isSequence(text: string): boolean {
  const codes = Array.from(text, (letter) => letter.codePointAt(0)!)
  const steps = codes.slice(1).map((code, index) => code - codes[index]!)
  return [0, 1, -1].some((step) => steps.every((found) => found === step || (step !== 0 && found === -9 * step)))
}

/** Something short or plain, at least twice; the last time it may be broken off. */
function isRepetition(text: string, plain: (part: string) => boolean): boolean {
  for (let period = 1; period <= text.length / 2; period++)
    if (text.startsWith(text.slice(period))) return period <= LONGEST_UNIT || plain(text.slice(0, period))
  return false
}

const DISGUISES: Record<string, string> = { '@': 'a', 4: 'a', 3: 'e', 1: 'i', '!': 'i', 0: 'o', 5: 's', $: 's', 7: 't' }

/** "p4$$w0rd" is "password" to every guesser. Only between letters: at the ends they are figures. */
const withoutDisguise = (text: string): string =>
  text.replace(/(?<=\p{L}.{0,3})[@43!105$7](?=.{0,3}\p{L})/gu, (sign) => DISGUISES[sign]!)

const unaccented = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '')

const lettersOf = (text: string): string => unaccented(text.toLowerCase()).replace(/[^\p{L}\p{N}]/gu, '')

function namesIn({ email, name, service }: Personal): string[] {
  const [box = '', host = ''] = email.split('@')
  const words = [...name.split(/\s+/), ...box.split(/[._+-]/), box, host.split('.')[0]!, ...service]
  return words.map(lettersOf).filter((word) => word.length >= SHORTEST_NAME)
}
