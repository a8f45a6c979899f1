// Evaluates geofences, in this file only: whether a rover is inside the geofence of its credential, and the
// consequences.
//
// On the network mountpoint and on streams that are computed per rover, a rover with a geofence gets data only while a
// recent position is inside. On a base mountpoint it is served until it reports a position outside, because many
// rovers report no position there.

import type { Gga } from '@vertice/ntrip'
import { isInside, outsideKm } from '../../domain/credentials/geofence.ts'
import type { Note } from '../../domain/sessions/session.ts'
import type { CasterComponent } from '../component.ts'
import type { CasterServices } from '../services.ts'
import type { Rover } from './rover.ts'

export const PLACE_UNKNOWN: Note = { code: 'fence_place_unknown', params: {} }

/** A rover can reconnect before its previous session's last position has been written. */
const CUT_REMEMBERED_MS = 60_000

type Geofence = NonNullable<Rover['geofence']>

interface Watched {
  readonly geofence: Geofence
  /** `null` until the rover has reported a position, and when its last one has expired. */
  isInside: boolean | null
  /** When it last reported a position inside (performance.now). */
  insideAt: number
  /** On a base mountpoint: starts the stream. */
  readonly follow: (() => void) | null
  /** Elsewhere: stops the stream. */
  readonly withhold: (() => void) | null
}

export interface GeofencesDependencies {
  readonly lastPlaceOf: CasterServices['lastPlaceOf']
  /** How long a reported position counts where a position is required. */
  readonly positionValidMs: number
}

export class Geofences implements CasterComponent {
  readonly #dependencies: GeofencesDependencies
  readonly #watched = new Map<Rover, Watched>()
  /** When sessions were cut for being outside, by credential (performance.now). */
  readonly #cut = new Map<Rover['credentialId'], number>()

  constructor(dependencies: GeofencesDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * For the network mountpoint or computed streams: `withhold` runs if it is outside or its position expires.
   */
  requirePosition(rover: Rover, withhold: () => void): void {
    const { geofence } = rover
    if (geofence) this.#watched.set(rover, { geofence, isInside: null, insideAt: 0, follow: null, withhold })
  }

  /** False while a rover that needs a position inside its geofence has not reported one. */
  allows(rover: Rover): boolean {
    return rover.geofence === null || this.#watched.get(rover)?.isInside === true
  }

  /**
   * For a base mountpoint: calls `follow` at once, unless the geofence cuts sessions and the rover's last position was
   * outside. A rover that was cut reconnects immediately, so it first has to report a position inside.
   */
  serveBase(rover: Rover, follow: () => void): void {
    const { geofence } = rover
    if (geofence) this.#watched.set(rover, { geofence, isInside: null, insideAt: 0, follow, withhold: null })
    if (geofence?.onBase !== 'cut') return void follow()
    if (this.#wasCut(rover.credentialId)) return void rover.note(PLACE_UNKNOWN)
    void this.#dependencies.lastPlaceOf(rover.id).then((known) => {
      if (this.#watched.get(rover)?.isInside !== null) return
      // A registered place does not show where the rover is now.
      if (known?.at && outsideKm(geofence, known) > 0) rover.note(PLACE_UNKNOWN)
      else follow()
    })
  }

  roverPositioned(rover: Rover, { position }: Pick<Gga, 'position'>): void {
    const watched = position && this.#watched.get(rover)
    if (!watched) return
    const cuts = watched.geofence.onBase === 'cut'
    const isServedOutside = watched.follow !== null && !cuts
    if (this.#evaluate(rover, watched, isServedOutside)) {
      watched.insideAt = performance.now()
      watched.follow?.()
    } else if (watched.withhold) watched.withhold()
    else if (cuts) this.#endOutside(rover)
  }

  roverEnded(rover: Rover): void {
    this.#watched.delete(rover)
  }

  /** A rover that stops reporting its position may be anywhere. */
  tick(): void {
    const oldest = performance.now() - this.#dependencies.positionValidMs
    for (const [rover, watched] of this.#watched) {
      if (!watched.withhold || !watched.isInside || watched.insideAt >= oldest) continue
      watched.isInside = null
      rover.note(PLACE_UNKNOWN)
      watched.withhold()
    }
  }

  /** Whether the last reported position is inside; notes a change in the session record. */
  #evaluate(rover: Rover, watched: Watched, isServedOutside: boolean): boolean {
    const { geofence, isInside: before } = watched
    const place = rover.position.place!
    const is = isInside(geofence, place, before === true)
    watched.isInside = is
    if (is === before) return is
    const km = tenthsUp(outsideKm(geofence, place))
    if (!is) rover.note({ code: isServedOutside ? 'outside_fence_served' : 'outside_fence', params: { km } })
    else if (before === false) rover.note({ code: 'inside_fence', params: {} })
    return is
  }

  #endOutside(rover: Rover): void {
    this.#cut.delete(rover.credentialId) // re-inserted at the end: the map is ordered by time
    this.#cut.set(rover.credentialId, performance.now())
    rover.end('outside_fence')
  }

  #wasCut(credentialId: Rover['credentialId']): boolean {
    const now = performance.now()
    for (const [id, at] of this.#cut) {
      if (now - at <= CUT_REMEMBERED_MS) break
      this.#cut.delete(id)
    }
    return this.#cut.has(credentialId)
  }
}

/** Rounded up, so that a rover that has just left does not read 0 km. */
const tenthsUp = (km: number) => Math.ceil(10 * km) / 10
