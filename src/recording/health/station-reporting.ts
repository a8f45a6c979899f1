// Decides which node reports a station. If several nodes can receive a station, one at a time reports it, so that the
// database has one truth; if a station has one owner, the owner reports it.
import type { Station, StationHealth } from '../../domain/stations/station.ts'
import { type Hysteresis, isGoodForLong, nextHysteresis, SILENT_AFTER_MS } from '../../domain/stations/status.ts'
import type { LiveHealth } from '../../domain/stations/telemetry.ts'
import type { StationBook } from '../../store/current/current.ts'
import type { HealthWrite } from '../../store/stations/health.ts'

/**
 * Values that hardly changed are written again this often, well before they would count as silence. All stations are
 * written at the same moments, because every node rereads after a write.
 */
const WRITTEN_AGAIN_MS = 15_000
/**
 * This node takes over a station from the reporting node when the last written measurement is older than this plus two
 * epochs. A node that still receives the station writes at least every `WRITTEN_AGAIN_MS`.
 */
const OTHERS_WAITED_FOR_MS = 20_000
/**
 * If another node wrote data that is newer by more than this, the station no longer sends to this node. Nodes that
 * receive the same stream differ by less.
 */
const ELSEWHERE_AFTER_MS = 5_000

/** This node's state for a station that it receives. */
interface Known {
  hysteresis: Hysteresis
  heardAt: number
  /** The station has just connected here. */
  isNew: boolean
  /** The last write of this node. */
  written: {
    readonly at: number
    readonly measuredAt: number
    readonly degraded: boolean
    readonly quiet: boolean
  } | null
}

/** A station that this node reports. */
export interface ReportedStation {
  readonly live: LiveHealth
  readonly degraded: boolean
  /** The values must be written now. */
  readonly isNews: boolean
}

export class StationReporting {
  readonly #known = new Map<number, Known>()
  readonly #isOwner: boolean

  /** `isOwner` if no other node measures the stations that this node receives. */
  constructor(isOwner: boolean) {
    this.#isOwner = isOwner
  }

  /** `null` if no data arrives, or if another node reports the station. */
  of(station: Station, live: LiveHealth | null, now: Date): ReportedStation | null {
    if (!live || now.getTime() - live.measuredAt.getTime() > SILENT_AFTER_MS) return null
    const known = this.#judge(station, live, now)
    if (!this.#isOwner && !speaksHere(known, live, station.health, now)) return null
    return { live, degraded: known.hysteresis.degraded, isNews: isNews(known, live, station, now) }
  }

  /** Updates the hysteresis if data has arrived. A station without data is offline, unless another node receives it. */
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

  /** Called when the database has accepted this node's values. */
  wrote({ stationId, measuredAt, degraded, quiet }: HealthWrite, now: Date): void {
    const known = this.#known.get(stationId)
    if (!known) return
    known.written = { at: now.getTime(), measuredAt: measuredAt.getTime(), degraded, quiet: quiet ?? false }
    known.isNew = false
  }

  /** Stations that another node receives now and this one no longer. */
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

/** True at once for changes, periodically otherwise, and for the last values before a silence, which date its start. */
function isNews(known: Known, { measuredAt, quiet = false }: LiveHealth, { health }: Station, now: Date): boolean {
  const { written, hysteresis } = known
  if (written?.degraded !== hysteresis.degraded || written.quiet !== quiet || !isOurs(known, health)) return true
  const newer = measuredAt.getTime() - written.measuredAt
  const turn = (at: number) => Math.floor(at / WRITTEN_AGAIN_MS)
  return newer >= WRITTEN_AGAIN_MS || (newer > 0 && turn(now.getTime()) !== turn(written.at))
}

/**
 * One node at a time reports a station, because several would contradict each other every few seconds: the node that
 * wrote last, as long as it continues. A node that has received the station well for a while takes over, because a bad
 * connection is not the station's fault. A node to which a station has just connected reports it immediately, unless it
 * would contradict.
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
