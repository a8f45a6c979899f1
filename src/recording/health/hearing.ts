// Who speaks for a station. Where several nodes may hear the same one, one at a time speaks for it, and the database keeps one truth; where
// one at a time has it, that is the one.
import type { Station, StationHealth } from '../../domain/stations/station.ts'
import { type Hysteresis, isGoodForLong, nextHysteresis, SILENT_AFTER_MS } from '../../domain/stations/status.ts'
import type { LiveHealth } from '../../domain/stations/telemetry.ts'
import type { StationBook } from '../../store/current/current.ts'
import type { HealthWrite } from '../../store/stations/health.ts'

/**
 * Figures that hardly changed are written again this often, well before they would count as silence; all stations at the same
 * moments, because everybody reads what was measured after a write.
 */
const WRITTEN_AGAIN_MS = 15_000
/** So long another node that speaks for a station is waited for: it writes in time, but for an epoch or two. */
const OTHERS_WAITED_FOR_MS = 20_000
/** Two that hear the same stream are not this far apart. */
const ELSEWHERE_AFTER_MS = 5_000

/** What this node has made of a station that it hears. */
interface Known {
  hysteresis: Hysteresis
  heardAt: number
  /** It has just come here. */
  isNew: boolean
  /** By this node. */
  written: {
    readonly at: number
    readonly measuredAt: number
    readonly degraded: boolean
    readonly quiet: boolean
  } | null
}

/** A station for which this node speaks. */
export interface Spoken {
  readonly live: LiveHealth
  readonly degraded: boolean
  /** It is to be written now. */
  readonly isNews: boolean
}

export class Hearing {
  readonly #known = new Map<number, Known>()
  readonly #isOwner: boolean

  /** `isOwner`: whatever this node hears, no other does. */
  constructor(isOwner: boolean) {
    this.#isOwner = isOwner
  }

  /** null: nothing flows, or another node speaks for it. */
  of(station: Station, live: LiveHealth | null, now: Date): Spoken | null {
    if (!live || now.getTime() - live.measuredAt.getTime() > SILENT_AFTER_MS) return null
    const known = this.#judge(station, live, now)
    if (!this.#isOwner && !speaksHere(known, live, station.health, now)) return null
    return { live, degraded: known.hysteresis.degraded, isNews: isNews(known, live, station, now) }
  }

  /** Judged whenever data came: that none come is silence, which is offline in the end, and may be heard elsewhere. */
  #judge({ id, health }: Station, live: LiveHealth, now: Date): Known {
    const known = this.#known.get(id) ?? {
      hysteresis: { degraded: health?.degraded ?? false, goodSince: null },
      heardAt: 0,
      isNew: true,
      written: null,
    }
    this.#known.set(id, known)
    const heardAt = live.measuredAt.getTime()
    if (heardAt !== known.heardAt) known.hysteresis = nextHysteresis(known.hysteresis, live, now.getTime())
    known.heardAt = heardAt
    return known
  }

  /** This node's word stands in the database. */
  wrote({ stationId, measuredAt, degraded, quiet }: HealthWrite, now: Date): void {
    const known = this.#known.get(stationId)
    if (!known) return
    known.written = { at: now.getTime(), measuredAt: measuredAt.getTime(), degraded, quiet: quiet ?? false }
    known.isNew = false
  }

  /** Stations that another node hears now, and this one no more. */
  lost(book: StationBook, measured: readonly LiveHealth[]): number[] {
    const gone = measured.filter(({ stationId, measuredAt }) => {
      const known = book.byId.get(stationId)?.health?.measuredAt.getTime() ?? 0
      return known - measuredAt.getTime() > ELSEWHERE_AFTER_MS
    })
    for (const { stationId } of gone) {
      const known = this.#known.get(stationId)
      if (known) known.isNew = true
    }
    return gone.map(({ stationId }) => stationId)
  }
}

const isOurs = ({ written }: Known, health: StationHealth | null) =>
  health !== null && health.measuredAt.getTime() === written?.measuredAt

/** A change at once, the rest now and then; what was heard last before a silence too, it tells when the silence began. */
function isNews(known: Known, { measuredAt, quiet = false }: LiveHealth, { health }: Station, now: Date): boolean {
  const { written, hysteresis } = known
  if (written?.degraded !== hysteresis.degraded || written.quiet !== quiet || !isOurs(known, health)) return true
  const newer = measuredAt.getTime() - written.measuredAt
  const turn = (at: number) => Math.floor(at / WRITTEN_AGAIN_MS)
  return newer >= WRITTEN_AGAIN_MS || (newer > 0 && turn(now.getTime()) !== turn(written.at))
}

/**
 * One node at a time speaks for a station that several hear, or they would contradict each other every few seconds: the one
 * that wrote last, for as long as it goes on. Who has heard it well for a while is right: a bad line is not the station's. And
 * where a station has just come, it is spoken for at once, unless that would contradict.
 */
function speaksHere(known: Known, live: LiveHealth, written: StationHealth | null, now: Date): boolean {
  if (written === null || isOurs(known, written)) return true
  if (live.measuredAt < written.measuredAt) return false
  if (written.quiet && !live.quiet) return true
  if (written.degraded && isGoodForLong(known.hysteresis, now.getTime())) return true
  if (known.isNew && known.hysteresis.degraded === (written.degraded ?? false)) return true
  const age = now.getTime() - written.measuredAt.getTime()
  return age > OTHERS_WAITED_FOR_MS && age > OTHERS_WAITED_FOR_MS + 2 * (live.details().intervalMs ?? 0)
}
