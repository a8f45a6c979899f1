// Validates the settings of derived mountpoints: as input, and as stored by any release.
import { type FieldFault, wrong } from '../../codes/fault.ts'
import { type AddedMessagesInput, addedMessageFaults, normalAddedMessages } from './added-messages.ts'
import {
  ALTERED_CONSTELLATIONS,
  type Alteration,
  EPHEMERIS_SECONDS,
  HIGHEST_MESSAGE_TYPE,
  HIGHEST_STATION_NUMBER,
  MOST_MESSAGE_TYPES,
  OBSERVATION_FORMS,
  type ObservationForm,
  THINNING_SECONDS,
} from './alteration.ts'
import { type AnnouncedFrameInput, announcedFrameFaults, normalAnnouncedFrame } from './announced-frame.ts'

/** Unvalidated input; undefined or `null` fields alter nothing. */
export interface AlterationInput {
  readonly messages?: { readonly rule: string; readonly types: readonly number[] } | null | undefined
  readonly constellations?: readonly string[] | null | undefined
  readonly everySeconds?: number | null | undefined
  readonly form?: string | null | undefined
  readonly announced?: AnnouncedFrameInput | null | undefined
  readonly added?: AddedMessagesInput | null | undefined
  readonly ephemerides?: { readonly everySeconds: number } | null | undefined
  readonly stationNumber?: number | null | undefined
}

export function alterationFaults(input: AlterationInput): FieldFault[] {
  const { messages, constellations, everySeconds, form, announced, added, ephemerides, stationNumber } = input
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
  if (announced) faults.push(...announcedFrameFaults(announced).map((one) => under('announced', one)))
  if (added) faults.push(...addedMessageFaults(added).map((one) => under('added', one)))
  if (ephemerides && !EPHEMERIS_SECONDS.includes(ephemerides.everySeconds))
    faults.push(wrong(['ephemerides', 'everySeconds'], 'not_one_of', { choices: EPHEMERIS_SECONDS }))
  if (stationNumber != null && !isWhole(stationNumber, HIGHEST_STATION_NUMBER))
    faults.push(wrong(['stationNumber'], 'not_whole_number', { least: 0, most: HIGHEST_STATION_NUMBER }))
  return faults
}

/** Normal form of a valid input: sorted, without duplicates, all constellations as `null`. */
export function normalAlteration(input: AlterationInput): Alteration {
  const { messages, constellations, everySeconds, form, announced, added, ephemerides, stationNumber } = input
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
    announced: announced ? normalAnnouncedFrame(announced) : null,
    added: added ? normalAddedMessages(added) : null,
    ephemerides: ephemerides ? { everySeconds: ephemerides.everySeconds } : null,
    stationNumber: stationNumber ?? null,
  }
}

/** Parses a stored alteration, possibly of another release; `null` if invalid. */
export function parseAlteration(stored: unknown): Alteration | null {
  if (!isRecord(stored)) return null
  const { messages, constellations, everySeconds, form, announced, added, ephemerides, stationNumber } = stored
  const isWritten =
    (messages == null || (isRecord(messages) && isText(messages.rule) && isListOf(messages.types, isNumber))) &&
    (constellations == null || isListOf(constellations, isText)) &&
    (everySeconds == null || isNumber(everySeconds)) &&
    (form == null || isText(form)) &&
    (announced == null || (isRecord(announced) && isText(announced.frame) && isNumber(announced.epoch))) &&
    (added == null || isStoredAddition(added)) &&
    (ephemerides == null || (isRecord(ephemerides) && isNumber(ephemerides.everySeconds))) &&
    (stationNumber == null || isNumber(stationNumber))
  if (!isWritten) return null
  const input = stored as AlterationInput
  return alterationFaults(input).length === 0 ? normalAlteration(input) : null
}

const isStoredAddition = (added: unknown) =>
  isRecord(added) &&
  isListOf(added.types, isNumber) &&
  (added.everySeconds == null || isNumber(added.everySeconds)) &&
  (added.position == null || isListOf(added.position, isNumber)) &&
  (added.text == null || isText(added.text))
const isWhole = (value: number, most: number) => Number.isInteger(value) && value >= 0 && value <= most
const under = (field: string, found: FieldFault): FieldFault => ({ ...found, path: [field, ...found.path] })
const isMessageType = (type: number) => Number.isInteger(type) && type >= 1 && type <= HIGHEST_MESSAGE_TYPE
const isConstellation = (name: string) => (ALTERED_CONSTELLATIONS as readonly string[]).includes(name)
const isForm = (name: string): name is ObservationForm => (OBSERVATION_FORMS as readonly string[]).includes(name)
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string'
const isNumber = (value: unknown): value is number => typeof value === 'number'
const isListOf = (value: unknown, holds: (item: unknown) => boolean) => Array.isArray(value) && value.every(holds)
