// What a stream announces about its receiver and antenna (1007, 1008, 1033, 1006), and what follows for the record. The
// stream changes the receiver by itself. An antenna change waits for a person, because positions depend on it.
import { type EquipmentFacts, type Period, readAntennaCode } from './equipment.ts'

/** A change must be announced this long, so that two sources that alternate do not fill the history. */
export const STEADY_EQUIPMENT_MS = 600_000
/** Half the resolution of heights in site logs. */
const SAME_HEIGHT_M = 0.0005

type Receiver = Pick<EquipmentFacts, 'type' | 'serial' | 'firmware'>
type Antenna = Pick<EquipmentFacts, 'type' | 'serial' | 'radome' | 'up'>

export interface AnnouncedEquipment {
  /** `null` if not announced. */
  readonly receiver: Receiver | null
  readonly antenna: Antenna | null
}

export const ANTENNA_STATES = ['agrees', 'pending', 'rejected'] as const
/** `pending`: the stream announces another antenna than the record. `rejected`: a person decided that it is wrong. */
export type AntennaState = (typeof ANTENNA_STATES)[number]

export const ANTENNA_DECISIONS = ['confirm', 'reject'] as const
export type AntennaDecision = (typeof ANTENNA_DECISIONS)[number]

export interface Heard {
  readonly antenna: string
  readonly antennaSerial: string | null
  readonly receiver: Receiver | null
}

/** `null` if the stream names no equipment. */
export function announcedFrom(heard: Heard | null, antennaHeight: number | null): AnnouncedEquipment | null {
  if (heard === null) return null
  const { receiver } = heard
  const isNamed = receiver !== null && receiver.type !== ''
  const code = readAntennaCode(heard.antenna)
  const antenna = code.type === '' ? null : { ...code, serial: heard.antennaSerial ?? '', up: antennaHeight }
  if (!isNamed && antenna === null) return null
  const { type, serial, firmware } = receiver ?? { type: '', serial: '', firmware: '' }
  return { receiver: isNamed ? { type, serial, firmware } : null, antenna }
}

const plain = (text: string) => text.trim().replace(/\s+/g, ' ').toUpperCase()
/** Unknown texts never differ. */
const isOther = (one: string, other: string) => one !== '' && other !== '' && plain(one) !== plain(other)

export const isOtherReceiver = (one: Receiver, other: Receiver): boolean =>
  isOther(one.type, other.type) || isOther(one.serial, other.serial) || isOther(one.firmware, other.firmware)

/** Receivers whose height was never set announce 0, so 0 contradicts no recorded height. */
export function isOtherAntenna(recorded: Antenna, told: Antenna): boolean {
  const isHigher =
    told.up !== null && told.up !== 0 && recorded.up !== null && Math.abs(told.up - recorded.up) > SAME_HEIGHT_M
  return (
    isOther(recorded.type, told.type) ||
    isOther(recorded.radome, told.radome) ||
    isOther(recorded.serial, told.serial) ||
    isHigher
  )
}

export const isSameAnnouncement = (one: AnnouncedEquipment, other: AnnouncedEquipment): boolean =>
  JSON.stringify(ordered(one)) === JSON.stringify(ordered(other))

/** JSON from the database has another order of fields. */
const ordered = ({ receiver, antenna }: AnnouncedEquipment) => [
  receiver && [receiver.type, receiver.serial, receiver.firmware],
  antenna && [antenna.type, antenna.radome, antenna.serial, antenna.up],
]

/** False if the stream only names more than before. */
export const isContradicting = (before: AnnouncedEquipment, told: AnnouncedEquipment): boolean =>
  (before.receiver !== null && told.receiver !== null && isOtherReceiver(before.receiver, told.receiver)) ||
  (before.antenna !== null && told.antenna !== null && isOtherAntenna(before.antenna, told.antenna))

/** Keeps what the stream announced before and does not repeat. */
export const combined = (before: AnnouncedEquipment | null, told: AnnouncedEquipment): AnnouncedEquipment => ({
  receiver: told.receiver ?? before?.receiver ?? null,
  antenna: told.antenna ?? before?.antenna ?? null,
})

/** For people, such as "LEIAR25.R4 LEIT, 725100, 0.100 m". */
export const antennaText = ({ type, radome, serial, up }: Antenna): string =>
  [radome ? `${type} ${radome}` : type, serial, up ? `${up.toFixed(3)} m` : ''].filter((part) => part !== '').join(', ')

/** `begin`: a new period starts. `complete`: the stream names fields that the installed equipment's record lacks. */
export type Step = 'none' | 'begin' | 'complete'

export interface Recorded {
  readonly installed: Period | null
  readonly hasHistory: boolean
}

/** A record that a person wrote stands until the stream changes, because receivers often spell their type differently. */
export function receiverStep(
  { installed, hasHistory }: Recorded,
  before: Receiver | null,
  told: Receiver | null,
): Step {
  if (told === null) return 'none'
  const isNews = before !== null && isOtherReceiver(before, told)
  if (installed === null) return !hasHistory || isNews ? 'begin' : 'none'
  const isContradicted = isOtherReceiver(installed, told)
  if (installed.origin === 'operator') return isNews && isContradicted ? 'begin' : 'none'
  if (isContradicted) return 'begin'
  return isMissing(installed.serial, told.serial) || isMissing(installed.firmware, told.firmware) ? 'complete' : 'none'
}

export function antennaStep({ installed, hasHistory }: Recorded, told: Antenna | null): Step {
  if (told === null) return 'none'
  if (installed === null) return hasHistory ? 'none' : 'begin'
  if (installed.origin === 'operator' || isOtherAntenna(installed, told)) return 'none'
  const lacksHeight = installed.up === null && told.up !== null
  const lacksText = isMissing(installed.serial, told.serial) || isMissing(installed.radome, told.radome)
  return lacksHeight || lacksText ? 'complete' : 'none'
}

const isMissing = (recorded: string, told: string) => recorded === '' && told !== ''

/** Computed after each announcement and each change of the record. */
export function antennaStateOf(
  { installed, hasHistory }: Recorded,
  told: Antenna | null,
  rejected: Antenna | null,
): AntennaState {
  if (told === null) return 'agrees'
  const differs = installed === null ? hasHistory : isOtherAntenna(installed, told)
  if (!differs) return 'agrees'
  return rejected !== null && !isOtherAntenna(rejected, told) ? 'rejected' : 'pending'
}

export const receiverFacts = (told: Receiver): EquipmentFacts => ({
  kind: 'receiver',
  ...{ type: told.type, serial: told.serial, firmware: told.firmware },
  ...{ radome: '', up: null, east: null, north: null },
})

/** The eccentricity of another antenna on the same mount is unknown, except for the height that the stream announces. */
export const antennaFacts = (told: Antenna): EquipmentFacts => ({
  kind: 'antenna',
  ...{ type: told.type, serial: told.serial, firmware: '', radome: told.radome },
  ...{ up: told.up, east: null, north: null },
})

/** Fills unknown fields only. */
export const completed = (period: Period, facts: EquipmentFacts): Period => ({
  ...period,
  serial: period.serial || facts.serial,
  firmware: period.firmware || facts.firmware,
  radome: period.radome || facts.radome,
  up: period.up ?? facts.up,
})
