// Derived mountpoints of a station: aliases of its stream, or converted and filtered versions.
import { type FieldFault, wrong } from '../../codes/fault.ts'
import { isMountpoint } from '../../stations/input.ts'
import { isTableField } from '../../text/printable.ts'
import type { InstalledEquipment } from './added-messages.ts'
import type { Alteration } from './alteration.ts'
import { type AlterationInput, alterationFaults } from './alteration-input.ts'

export interface MadeMountpoint {
  readonly id: number
  readonly name: string
  readonly stationId: number
  /** Identifier in the sourcetable; `null` uses the station's. */
  readonly label: string | null
  readonly alteration: Alteration
  /** True if no credential is required. */
  readonly isOpen: boolean
  readonly createdAt: Date
  /** The equipment of the station, for added messages; undefined if the mountpoint adds none. */
  readonly equipment?: InstalledEquipment
}

/** Undefined fields stay unchanged, or get their default in a new mountpoint. */
export interface MountpointChange {
  readonly label?: string | null | undefined
  readonly alteration?: AlterationInput | undefined
  readonly isOpen?: boolean | undefined
}

const LONGEST_LABEL = 100

export const mountpointNameFaults = (name: string): FieldFault[] =>
  isMountpoint(name) ? [] : [wrong(['name'], 'mountpoint_form')]

export function mountpointFaults({ label, alteration }: MountpointChange): FieldFault[] {
  const isWritable = label == null || (label.trim() !== '' && label.length <= LONGEST_LABEL && isTableField(label))
  const wrongAlteration = alterationFaults(alteration ?? {}).map((found) => ({
    ...found,
    path: ['alteration', ...found.path],
  }))
  return [...(isWritable ? [] : [wrong(['label'], 'line_form')]), ...wrongAlteration]
}

/** Limits the lines that one station adds to the public sourcetable. */
export const MOST_MOUNTPOINTS_OF_A_STATION = 20
