// Defines how a derived mountpoint changes its station's stream: message types, constellations, rate and format. Plain
// data that is stored as JSON; `Converter` of @vertice/rtcm applies it.
import type { AnnouncedFrame } from './announced-frame.ts'

export const ALTERED_CONSTELLATIONS = ['GPS', 'GLO', 'GAL', 'SBS', 'QZS', 'BDS', 'NAV'] as const
export type AlteredConstellation = (typeof ALTERED_CONSTELLATIONS)[number]

/** `legacy`: messages 1004 and 1012, for rovers that predate MSM. */
export const OBSERVATION_FORMS = ['as_is', 'msm5', 'msm4', 'legacy'] as const
export type ObservationForm = (typeof OBSERVATION_FORMS)[number]

/** Messages about the station that a mountpoint can add. 1230 announces aligned GLONASS phases. */
export const ADDABLE_MESSAGES = [1005, 1006, 1007, 1008, 1013, 1029, 1033, 1230] as const
export type AddableMessage = (typeof ADDABLE_MESSAGES)[number]

export interface AddedMessages {
  readonly types: readonly AddableMessage[]
  readonly everySeconds: number
  /** Leaves out the station's own messages of these types instead of adding only what is missing. */
  readonly replaces: boolean
  /** Antenna reference point in metres, Earth-centred and Earth-fixed, in the station's frame; for 1005 and 1006. */
  readonly position: readonly [x: number, y: number, z: number] | null
  /** The announcement, for 1029. */
  readonly text: string | null
}

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
  /** Announces the position in another reference frame; `null` announces it as the station sends it. */
  readonly announced: AnnouncedFrame | null
  readonly added: AddedMessages | null
  /** Adds ephemerides that the station does not send, from other stations; the interval of each satellite's. */
  readonly ephemerides: { readonly everySeconds: number } | null
  /** Replaces the number of the station (DF003) in every message; `null` keeps it. */
  readonly stationNumber: number | null
}

/** An alias: the unmodified stream. */
export const NOTHING_ALTERED: Alteration = {
  ...{ messages: null, constellations: null, everySeconds: null, form: 'as_is' },
  ...{ announced: null, added: null, ephemerides: null, stationNumber: null },
}

export const MOST_MESSAGE_TYPES = 100
export const HIGHEST_MESSAGE_TYPE = 4095
/** DF003 has 12 bits. */
export const HIGHEST_STATION_NUMBER = 4095

export const EPHEMERIS_SECONDS: readonly number[] = [30, 60, 120, 300]

/** All values divide a day, so the time of day selects the same epochs on every node and after every restart. */
export const THINNING_SECONDS: readonly number[] = [
  ...[0.1, 0.2, 0.5, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30],
  ...[60, 120, 300, 600, 900, 1800, 3600],
]

/** True if the bytes can be forwarded unmodified. */
export const altersNothing = ({ form, ...settings }: Alteration): boolean =>
  form === 'as_is' &&
  [settings.messages, settings.constellations, settings.everySeconds].every((one) => one === null) &&
  [settings.announced, settings.added, settings.ephemerides, settings.stationNumber].every((one) => one === null)
