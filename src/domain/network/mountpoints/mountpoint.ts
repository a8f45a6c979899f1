// Mountpoints that are made of a station's stream, beside its own: other names for it, or what is altered of it.
import { type FieldFault, wrong } from '../../codes/fault.ts'
import { isMountpoint } from '../../stations/input.ts'
import { isTableField } from '../../text/printable.ts'
import { type Alteration, type AlterationInput, alterationFaults } from './alteration.ts'

export interface MadeMountpoint {
  readonly id: number
  readonly name: string
  readonly stationId: number
  /** As it is called in the sourcetable; null: like its station. */
  readonly label: string | null
  readonly alteration: Alteration
  /** It may be followed without a login. */
  readonly isOpen: boolean
  readonly createdAt: Date
}

/** What is left out stays as it is, or is nothing in a new one. */
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

/** Most an operator has: their lines stand in everybody's sourcetable. */
export const MOST_MOUNTPOINTS_OF_A_STATION = 20
