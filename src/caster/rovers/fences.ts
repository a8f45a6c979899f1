// Who is inside the fence of their credential, by what they say themselves, and what that means on a base. What it means on the network
// mountpoint stands there.

import type { Gga } from '@vertice/ntrip'
import { isInside, outsideKm } from '../../domain/credentials/fence.ts'
import type { Note } from '../../domain/sessions/session.ts'
import type { CasterServices } from '../services.ts'
import type { Rover } from './rover.ts'

export const PLACE_UNKNOWN: Note = { code: 'fence_place_unknown', params: {} }

/** What a session's end says of where its rover was may be written a moment later than it comes again. */
const CUT_REMEMBERED_MS = 60_000

/** Of one that is on the network mountpoint, or must not be served outside. */
export const mayHaveData = ({ fence, isInside: is }: Rover): boolean => fence === null || is === true

/** It has said where it is. Tells whether that is inside, and its record when that has changed. `served`: it gets data all the same. */
export function judge(rover: Rover, served: boolean): boolean {
  const { fence, lat, lng, isInside: before } = rover
  if (fence === null || lat === null || lng === null) return true
  const place = { lat, lng }
  const is = isInside(fence, place, before === true)
  rover.isInside = is
  if (is === before) return is
  const km = tenthsUp(outsideKm(fence, place))
  if (!is) rover.note({ code: served ? 'outside_fence_served' : 'outside_fence', params: { km } })
  else if (before === false) rover.note({ code: 'inside_fence', params: {} })
  return is
}

/** Whoever is outside is told so at once, and not that it is 0 km. */
const tenthsUp = (km: number) => Math.ceil(10 * km) / 10

/** Rovers on bases. Those without a fence cost nothing here. */
export class Fences {
  readonly #lastPlaceOf: CasterServices['lastPlaceOf']
  /** Those that have one, and how they get the stream that they came for. */
  readonly #onBase = new Map<Rover, () => void>()
  /** By credential, when (performance.now). */
  readonly #cut = new Map<Rover['credentialId'], number>()

  constructor({ lastPlaceOf }: Pick<CasterServices, 'lastPlaceOf'>) {
    this.#lastPlaceOf = lastPlaceOf
  }

  /**
   * It came in for a base's stream. Many never say where they are on a base, so that it gets the stream until it says that it is outside.
   * Whoever is cut then comes again at once: with a fence that cuts, one that was outside when it was last heard of first has to say that
   * it is inside.
   */
  open(rover: Rover, follow: () => void): void {
    const { fence } = rover
    if (fence) this.#onBase.set(rover, follow)
    if (fence?.onBase !== 'cut') return void follow()
    if (this.#wasCut(rover.credentialId)) return void rover.note(PLACE_UNKNOWN)
    void this.#lastPlaceOf(rover.id).then((known) => {
      if (!this.#onBase.has(rover) || rover.isInside !== null) return
      // A registered place says nothing of where it is now.
      if (known?.at && outsideKm(fence, known) > 0) rover.note(PLACE_UNKNOWN)
      else follow()
    })
  }

  positioned(rover: Rover, { position }: Pick<Gga, 'position'>): void {
    const follow = this.#onBase.get(rover)
    if (!follow || !position) return
    const cuts = rover.fence?.onBase === 'cut'
    if (judge(rover, !cuts)) follow()
    else if (cuts) {
      this.#cut.delete(rover.credentialId) // and in again at the end
      this.#cut.set(rover.credentialId, performance.now())
      rover.end('outside_fence')
    }
  }

  remove(rover: Rover): void {
    this.#onBase.delete(rover)
  }

  #wasCut(credentialId: Rover['credentialId']): boolean {
    const now = performance.now()
    for (const [id, at] of this.#cut) {
      if (now - at <= CUT_REMEMBERED_MS) break // in the order in which they were cut
      this.#cut.delete(id)
    }
    return this.#cut.has(credentialId)
  }
}
