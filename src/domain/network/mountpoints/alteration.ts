// Defines how a derived mountpoint changes its station's stream: message types, constellations, rate and format. Plain
// data that is stored as JSON; `Converter` of @vertice/rtcm applies it.
import { type FieldFault, wrong } from '../../codes/fault.ts'

export const ALTERED_CONSTELLATIONS = ['GPS', 'GLO', 'GAL', 'SBS', 'QZS', 'BDS', 'NAV'] as const
export type AlteredConstellation = (typeof ALTERED_CONSTELLATIONS)[number]

/** `legacy`: messages 1004 and 1012, for rovers that predate MSM. */
export const OBSERVATION_FORMS = ['as_is', 'msm5', 'msm4', 'legacy'] as const
export type ObservationForm = (typeof OBSERVATION_FORMS)[number]

export interface Alteration {
  /**
   * Message types to keep or drop; `null` keeps all. A type matches the message as received or as converted: when MSM7
   * is converted to MSM4, 1077 and 1074 mean the same.
   */
  readonly messages: { readonly rule: 'keep' | 'drop'; readonly types: readonly number[] } | null
  /** Constellations whose messages are kept; `null` keeps all. Messages without a constellation are always kept. */
  readonly constellations: readonly AlteredConstellation[] | null
  /** Keeps observations at multiples of this interval in GPS time; `null` keeps all. Other messages are not thinned. */
  readonly everySeconds: number | null
  readonly form: ObservationForm
}

/** An alias: the unmodified stream. */
export const NOTHING_ALTERED: Alteration = { messages: null, constellations: null, everySeconds: null, form: 'as_is' }

export const MOST_MESSAGE_TYPES = 100
export const HIGHEST_MESSAGE_TYPE = 4095

/** All values divide a day, so the time of day selects the same epochs on every node and after every restart. */
export const THINNING_SECONDS: readonly number[] = [
  ...[0.1, 0.2, 0.5, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30],
  ...[60, 120, 300, 600, 900, 1800, 3600],
]

/** Unvalidated input; undefined or `null` fields alter nothing. */
export interface AlterationInput {
  readonly messages?: { readonly rule: string; readonly types: readonly number[] } | null | undefined
  readonly constellations?: readonly string[] | null | undefined
  readonly everySeconds?: number | null | undefined
  readonly form?: string | null | undefined
}

export function alterationFaults(input: AlterationInput): FieldFault[] {
  const { messages, constellations, everySeconds, form } = input
  const faults: FieldFault[] = []
  if (messages) {
    if (messages.rule !== 'keep' && messages.rule !== 'drop')
      faults.push(wrong(['messages', 'rule'], 'not_one_of', { choices: ['keep', 'drop'] }))
    if (messages.types.length === 0) faults.push(wrong(['messages', 'types'], 'empty'))
    if (messages.types.length > MOST_MESSAGE_TYPES)
      faults.push(wrong(['messages', 'types'], 'too_many', { most: MOST_MESSAGE_TYPES }))
    const bad = messages.types.findIndex((type) => !isMessageType(type))
    if (bad >= 0)
      faults.push(wrong(['messages', 'types', bad], 'not_whole_number', { least: 1, most: HIGHEST_MESSAGE_TYPE }))
  }
  if (constellations) {
    if (constellations.length === 0) faults.push(wrong(['constellations'], 'empty'))
    const bad = constellations.findIndex((name) => !isConstellation(name))
    if (bad >= 0) faults.push(wrong(['constellations', bad], 'not_one_of', { choices: ALTERED_CONSTELLATIONS }))
  }
  if (everySeconds != null && !THINNING_SECONDS.includes(everySeconds))
    faults.push(wrong(['everySeconds'], 'not_one_of', { choices: THINNING_SECONDS }))
  if (form != null && !isForm(form)) faults.push(wrong(['form'], 'not_one_of', { choices: OBSERVATION_FORMS }))
  return faults
}

/** Normal form of a valid input: sorted, without duplicates, all constellations as `null`. */
export function normalAlteration(input: AlterationInput): Alteration {
  const { messages, constellations, everySeconds, form } = input
  const kept = ALTERED_CONSTELLATIONS.filter((name) => constellations?.includes(name))
  return {
    messages: messages
      ? {
          rule: messages.rule === 'keep' ? 'keep' : 'drop',
          types: [...new Set(messages.types)].sort((a, b) => a - b),
        }
      : null,
    constellations: !constellations || kept.length === ALTERED_CONSTELLATIONS.length ? null : kept,
    everySeconds: everySeconds ?? null,
    form: form != null && isForm(form) ? form : 'as_is',
  }
}

/** True if the bytes can be forwarded unmodified. */
export const altersNothing = ({ messages, constellations, everySeconds, form }: Alteration): boolean =>
  messages === null && constellations === null && everySeconds === null && form === 'as_is'

/** Parses a stored alteration, possibly of another release; `null` if invalid. */
export function parseAlteration(stored: unknown): Alteration | null {
  if (!isRecord(stored)) return null
  const { messages, constellations, everySeconds, form } = stored
  const isWritten =
    (messages == null || (isRecord(messages) && isText(messages.rule) && isListOf(messages.types, isNumber))) &&
    (constellations == null || isListOf(constellations, isText)) &&
    (everySeconds == null || isNumber(everySeconds)) &&
    (form == null || isText(form))
  if (!isWritten) return null
  const input = stored as AlterationInput
  return alterationFaults(input).length === 0 ? normalAlteration(input) : null
}

const isMessageType = (type: number) => Number.isInteger(type) && type >= 1 && type <= HIGHEST_MESSAGE_TYPE
const isConstellation = (name: string) => (ALTERED_CONSTELLATIONS as readonly string[]).includes(name)
const isForm = (name: string): name is ObservationForm => (OBSERVATION_FORMS as readonly string[]).includes(name)
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string'
const isNumber = (value: unknown): value is number => typeof value === 'number'
const isListOf = (value: unknown, holds: (item: unknown) => boolean) => Array.isArray(value) && value.every(holds)
