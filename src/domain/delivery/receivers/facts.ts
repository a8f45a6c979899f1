// What is known about a receiver, and from which document.
import { SOURCES, type SourceKey } from './sources.ts'

/** `source`: `null` if no public document that we know confirms the value. */
export interface Fact<Value> {
  readonly value: Value
  readonly source: SourceKey | null
}

export type NtripVersions = '1' | 'both'
/** `automatic`: sends GGA by itself; `switch`: a setting turns it on; `typed`: sends a position that the user types. */
export type PositionReports = 'automatic' | 'switch' | 'typed'
/** Forms of observations that a receiver reads. `legacy`: 1004 and 1012. */
export type ReadForm = 'legacy' | 'msm4' | 'msm5' | 'msm7'

export const TRAPS = [
  'baud_19200',
  'deere_licences',
  'glonass_bias',
  'heavy_stream',
  'leica_formats',
  'leica_gga',
  'legacy_descriptors',
  'lefebure_location',
  'mock_location',
  'needs_client',
  'needs_position',
  'nmea_only',
  'one_connection',
  'planner_tls',
  'planner_version',
  'rtkrcv_ntrip',
  'send_position_serial',
  'septentrio_gga',
  'surpad_tcp',
  'surveymaster_nmea',
  'swmaps_menu',
  'topcon_gga',
  'trimble_format',
  'trimble_version',
] as const
export type Trap = (typeof TRAPS)[number]

/** Text that a program accepts: an address, lines of a console, or a command. */
export type Accepts = 'address' | 'mavproxy' | 'rtklib'

/** `null` if unknown. */
export interface ReceiverFacts {
  /** The document that describes the steps. */
  readonly steps: SourceKey | null
  readonly ntrip: Fact<NtripVersions> | null
  readonly position: Fact<PositionReports> | null
  readonly reads: Fact<readonly ReadForm[]> | null
  readonly tls: Fact<boolean> | null
  readonly traps: readonly Fact<Trap>[]
  readonly accepts?: Accepts
}

export const from = <Value>(source: SourceKey, value: Value): Fact<Value> => ({ value, source })
export const unconfirmed = <Value>(value: Value): Fact<Value> => ({ value, source: null })

export const UNKNOWN: ReceiverFacts = { steps: null, ntrip: null, position: null, reads: null, tls: null, traps: [] }

/** `makers`: confirmed by the maker; `others`: by a document of others; `none`: by no document. */
export type Confirmation = 'makers' | 'others' | 'none'

export const confirmationOf = (source: SourceKey | null): Confirmation =>
  source === null ? 'none' : SOURCES[source].isMakers ? 'makers' : 'others'

/** Documents of a receiver in the order of their first use. */
export function sourcesOf({ steps, ntrip, position, reads, tls, traps }: ReceiverFacts): SourceKey[] {
  const facts = [ntrip, position, reads, tls, ...traps].flatMap((fact) => (fact?.source ? [fact.source] : []))
  return [...new Set([...(steps ? [steps] : []), ...facts])]
}
