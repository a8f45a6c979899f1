// How a mountpoint of another caster is now. Silence says nothing of one that nobody wants: it is idle, neither up nor down.
import type { Station } from '../../stations/station.ts'
import { isSilentOrUnheard, type Judged } from '../../stations/status.ts'
import type { StationUpstream } from './upstream.ts'

export const OFFER_NOW = ['flowing', 'in_use', 'idle', 'no_data', 'unlisted', 'away'] as const
/**
 * `flowing`: it comes, and is measured. `in_use`: rovers are on it, and nothing is measured: each has a connection of its own, or the
 * first bytes are yet to come. `no_data`: somebody wants it, and nothing comes.
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
