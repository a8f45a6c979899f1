// Why a session received no data.
import type { Note, NoteParams } from './session.ts'

/** Notes that explain why a connected rover receives no corrections. */
export const TROUBLES = [
  'no_gga',
  'gga_bad_checksum',
  'gga_unreadable',
  'gga_without_position',
  'outside_coverage',
  'outside_group',
  'outside_fence',
  'fence_place_unknown',
  'base_down',
  'bus_away',
  'vrs_lost',
] as const satisfies readonly (keyof NoteParams)[]
export type Trouble = (typeof TROUBLES)[number]

/** Notes that do not affect whether corrections are received. */
const ASIDE: readonly string[] = ['from_memory', 'left_out', 'asking_vrs'] satisfies (keyof NoteParams)[]

/** Only the last relevant note counts: a rover that got a base afterwards has no trouble. `notes`: oldest first. */
export function troubleIn<Known extends { readonly code: string }>(notes: readonly Known[]): Known | null {
  const last = notes.findLast(({ code }) => !ASIDE.includes(code))
  return last && TROUBLES.some((code) => code === last.code) ? last : null
}

interface SilentSession<Known> {
  readonly bytes: number
  readonly positions: number
  readonly mountpoint: string
  readonly notes: readonly Known[]
}

const NO_GGA = { code: 'no_gga', params: {} } as const satisfies Note

/**
 * `null` if the session received data or the reason is unknown. A rover that leaves a network mountpoint before the
 * caster notes the missing GGA has no note.
 */
export function noDataReason<Known extends Note>(
  { bytes, positions, mountpoint, notes }: SilentSession<Known>,
  isNetwork: (mountpoint: string) => boolean,
): Known | typeof NO_GGA | null {
  if (bytes > 0) return null
  const noted = troubleIn(notes)
  if (noted || notes.length > 0) return noted
  return positions === 0 && isNetwork(mountpoint) ? NO_GGA : null
}
