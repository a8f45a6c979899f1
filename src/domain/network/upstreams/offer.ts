// Current state of an upstream mountpoint. A stream that no rover uses is idle: its silence means neither up nor down.
import type { Station } from '../../stations/station.ts'
import { isSilentOrUnheard, type Judged } from '../../stations/status.ts'
import type { StationUpstream } from './upstream.ts'

export const OFFER_NOW = ['flowing', 'in_use', 'idle', 'no_data', 'unlisted', 'away'] as const
/**
 * `flowing`: data arrives and is measured. `in_use`: rovers are connected but nothing is measured, since each has its
 * own connection or no bytes have arrived yet. `no_data`: requested, but nothing arrives.
 */
export type OfferNow = (typeof OFFER_NOW)[number]

export type Offered = Judged & Pick<Station, 'failedAt'> & { readonly upstream: StationUpstream }

export const isOffered = (station: Station): station is Station & Offered => station.upstream != null

export function offerAt(station: Offered, rovers: number, now: Date): OfferNow {
  if (!isSilentOrUnheard(station, now)) return 'flowing'
  const { state } = station.upstream
  if (state !== 'offered') return state
  if (station.failedAt != null) return 'no_data'
  return rovers > 0 ? 'in_use' : 'idle'
}
