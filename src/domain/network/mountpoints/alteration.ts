// What a mountpoint made of a station's stream gives of it: which messages, whose observations, how often and in which form. A plain
// object that may be stored as JSON; `Converter` of @vertice/rtcm applies it.
import { type FieldFault, wrong } from '../../codes/fault.ts'

export const ALTERED_CONSTELLATIONS = ['GPS', 'GLO', 'GAL', 'SBS', 'QZS', 'BDS', 'NAV'] as const
export type AlteredConstellation = (typeof ALTERED_CONSTELLATIONS)[number]

/** `legacy`: 1004 and 1012, for rovers from before MSM. */
export const OBSERVATION_FORMS = ['as_is', 'msm5', 'msm4', 'legacy'] as const
export type ObservationForm = (typeof OBSERVATION_FORMS)[number]

export interface Alteration {
  /**
   * Numbers of messages: those to keep and no others, or those to drop; null: all are kept. A number means a message as the station
   * sends it or as the mountpoint gives it: with MSM4 out of MSM7, 1077 and 1074 name the same.
   */
  readonly messages: { readonly rule: 'keep' | 'drop'; readonly types: readonly number[] } | null
  /** Whose observations, orbits and biases are kept; null: all. What belongs to no constellation always is. */
  readonly constellations: readonly AlteredConstellation[] | null
  /** Observations of the instants of GPS time that are multiples of it; null: of all. What is no observation comes as ever. */
  readonly everySeconds: number | null
  readonly form: ObservationForm
}

/** An alias: the stream as it is. */
export const NOTHING_ALTERED: Alteration = { messages: null, constellations: null, everySeconds: null, form: 'as_is' }

export const MOST_MESSAGE_TYPES = 100
export const HIGHEST_MESSAGE_TYPE = 4095

/** All of them divide a day: the time of the day says which epochs are meant, the same on every node and after every start. */
export const THINNING_SECONDS: readonly number[] = [
  ...[0.1, 0.2, 0.5, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30],
  ...[60, 120, 300, 600, 900, 1800, 3600],
]

/** What somebody wrote; what is left out or null changes nothing. */
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

/** The one way to write what `alterationFaults` has nothing to say of: in order, without repetitions, all constellations being null. */
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

/** Then the bytes may be passed on as they come. */
export const altersNothing = ({ messages, constellations, everySeconds, form }: Alteration): boolean =>
  messages === null && constellations === null && everySeconds === null && form === 'as_is'

/** Of what was stored, perhaps by another release: null where it is none. */
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
