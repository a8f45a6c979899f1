// Generates messages about the station that its stream lacks, once per interval and between two epochs. A message of the
// station and a generated one that could contradict it are never in the same stream: the station's own message wins,
// or all own ones are left out if the settings replace them.
import { encode1005, encode1006, encode1033 } from '../encode/frames.ts'
import { encode1007, encode1008, encode1013, encode1029, encode1230 } from '../encode/station-messages.ts'
import { decodeEquipment, type Equipment } from '../messages.ts'
import type { Position } from './reference-position.ts'

export const ADDABLE = [1005, 1006, 1007, 1008, 1013, 1029, 1033, 1230] as const
export type Addable = (typeof ADDABLE)[number]

export interface AddedMessages {
  readonly types: readonly Addable[]
  /** In GPS time. */
  readonly everySeconds: number
  /** Leaves out the station's own messages instead of adding only what is missing. */
  readonly replaces: boolean
  /** For 1005 and 1006; without it they are not generated. */
  readonly position: Position | null
  /** Metres, for 1006. */
  readonly antennaHeight: number
  /** `null` if unknown: 1007, 1008 and 1033 are then not generated, unless the station announces its antenna. */
  readonly antenna: { readonly type: string; readonly serial: string } | null
  readonly receiver: { readonly type: string; readonly firmware: string; readonly serial: string } | null
  /** For 1029. */
  readonly text: string | null
}

/** Messages that can contradict each other. 1029 is missing: texts do not. */
const FAMILIES: readonly (readonly number[])[] = [[1005, 1006], [1007, 1008], [1033], [1013], [1230]]
const EQUIPMENT = [1007, 1008, 1033]
/** Stations send these messages at least this often, so an own message cannot follow a generated one. */
const WAIT_MS = 65_000
const DAY_MS = 86_400_000
/** Epochs are at most this far apart; a longer gap counts as this. */
const LONGEST_GAP_MS = 10_000

export class MessageAdder {
  readonly #settings: AddedMessages
  readonly #left: ReadonlySet<number>
  /** Families of which the station sends messages. */
  readonly #own = new Set<readonly number[]>()
  /** What the station announces itself. */
  #equipment: Equipment | null = null
  #waitedMs = 0
  #instantMs = Number.NaN
  #interval = Number.NaN

  constructor(settings: AddedMessages) {
    this.#settings = settings
    const { types, replaces } = settings
    const isEquipment = types.some((type) => EQUIPMENT.includes(type))
    const families = FAMILIES.filter((family) => types.some((type) => family.includes(type)))
    this.#left = new Set(replaces ? [...families.flat(), ...(isEquipment ? EQUIPMENT : [])] : [])
  }

  /** Whether the settings replace messages of this type. */
  replaces(type: number): boolean {
    return this.#left.has(type)
  }

  /** Call with every message of the station that stays in the stream. */
  hear(payload: Buffer, type: number): void {
    const family = FAMILIES.find((one) => one.includes(type))
    if (!family) return
    this.#own.add(family)
    this.#equipment = decodeEquipment(payload) ?? this.#equipment
  }

  /** Call before the bytes of another source. */
  forget(): void {
    this.#own.clear()
    this.#equipment = null
    this.#waitedMs = 0
  }

  /** Whether the messages are due at the beginning of this epoch (ms of the day). */
  isDue(instantMs: number): boolean {
    const gap = (instantMs - this.#instantMs + DAY_MS) % DAY_MS
    if (gap > 0) this.#waitedMs += Math.min(gap, LONGEST_GAP_MS)
    this.#instantMs = instantMs
    const interval = Math.floor(instantMs / (this.#settings.everySeconds * 1000))
    if (interval === this.#interval || !this.isReady) return false
    this.#interval = interval
    return true
  }

  /** Whether it is known which messages the station sends. */
  get isReady(): boolean {
    return this.#settings.replaces || this.#waitedMs >= WAIT_MS
  }

  /** The payloads to add. `move` transforms the position; `null` leaves it out. */
  payloads(stationId: number, utcMs: number, move: ((sent: Position) => Position) | null | undefined): Buffer[] {
    return this.#settings.types.flatMap((type) => {
      const family = FAMILIES.find((one) => one.includes(type))
      if (family && this.#own.has(family)) return []
      return this.#encoded(type, { stationId, utcMs }, move) ?? []
    })
  }

  #encoded(
    type: Addable,
    at: { readonly stationId: number; readonly utcMs: number },
    move: ((sent: Position) => Position) | null | undefined,
  ): Buffer | null {
    const { antennaHeight, text, receiver } = this.#settings
    if (type === 1013) return encode1013(at)
    if (type === 1029) return text === null ? null : encode1029({ ...at, text })
    if (type === 1230) return encode1230(at)
    if (type === 1005 || type === 1006) {
      const { position } = this.#settings
      if (position === null || move === null) return null
      const place = { ...at, ...(move ? move(position) : position) }
      return type === 1005 ? encode1005(place) : encode1006({ ...place, antennaHeight })
    }
    const antenna = this.#antenna
    if (antenna === null) return null
    const described = { ...at, ...antenna }
    if (type === 1007) return encode1007(described)
    if (type === 1008) return encode1008(described)
    return receiver === null ? null : encode1033({ ...described, receiver })
  }

  /** The antenna that the station announces in another message, or the one of the settings. */
  get #antenna(): Pick<Equipment, 'antenna' | 'antennaSetupId' | 'antennaSerial'> | null {
    if (this.#equipment) return this.#equipment
    const { antenna } = this.#settings
    return antenna && { antenna: antenna.type, antennaSetupId: 0, antennaSerial: antenna.serial }
  }
}
