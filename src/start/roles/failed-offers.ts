// Logs mountpoints of upstream casters that rovers request and that deliver nothing: one line per caster and reason.
import type { Logger } from 'pino'
import type { OfferFailure } from '../../domain/network/upstreams/upstream.ts'
import type { StationBook } from '../../store/current/current.ts'
import { en } from '../../words/en.ts'
import { streamTroubleText } from '../../words/network.ts'

const NAMED = 5

export function logFailedOffers(
  log: Pick<Logger, 'warn'>,
  { byId }: Pick<StationBook, 'byId'>,
  news: readonly OfferFailure[],
): void {
  const known = news.flatMap(({ stationId, why }) => {
    const { mountpoint, upstream } = byId.get(stationId) ?? {}
    return upstream ? [{ mountpoint, upstream: upstream.name, why }] : []
  })
  const alike = Map.groupBy(known, ({ upstream, why }) => JSON.stringify([upstream, why]))
  for (const several of alike.values()) {
    const [{ upstream, why }] = several as [(typeof several)[number]]
    const mountpoints = several.slice(0, NAMED).map(({ mountpoint }) => mountpoint)
    log.warn(
      { upstream, mountpoints, count: several.length, why: why.code },
      `External caster ${upstream} sends no data to rovers: ${streamTroubleText(en, why)}`,
    )
  }
}
