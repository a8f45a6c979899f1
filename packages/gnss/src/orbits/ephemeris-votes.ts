// Which broadcast ephemerides the stations of a network agree on, so that a wrong one of a single receiver is never
// passed on. Each station has one vote per satellite and kind of message: for what it announced last.
import { decodeEphemeris, type Ephemeris, ephemerisKey, gpsFromUtc } from '@vertice/rtcm'
import { isValidAt, referenceOf, stateOf } from './ephemeris-book.ts'

export interface AgreedEphemeris {
  /** `ephemerisKey` of @vertice/rtcm. */
  readonly key: number
  readonly type: number
  readonly payload: Buffer
}

/** What some stations announce for one satellite. */
export interface EphemerisWitnesses {
  readonly type: number
  readonly payload: Buffer
  readonly stationIds: readonly number[]
}

/** Stations repeat an ephemeris at least every few minutes. */
const VOTE_MS = 900_000
const LEAST_VOTES = 2
/** Limits per satellite. More stations add no certainty. */
const MOST_VOTERS = 64
const MOST_VARIANTS = 2 * MOST_VOTERS
/** Successive ephemerides of a satellite agree within metres while both are valid. */
const ALIKE_M = 300
const LIGHT_M_S = 299_792_458

interface Variant {
  readonly payload: Buffer
  readonly ephemeris: Ephemeris
  /** The same for payloads that differ only in fields that receivers fill in differently. */
  readonly content: string
}

interface Vote {
  readonly variant: Variant
  readonly untilMs: number
}

interface Satellite {
  readonly type: number
  /** By payload. */
  readonly variants: Map<string, Variant>
  readonly votes: Map<number, Vote>
  /** The last agreed one: its payload stays the same while its content does. */
  agreed: Variant | null
}

interface Candidate extends Variant {
  votes: number
}

export class EphemerisVotes {
  readonly #satellites = new Map<number, Satellite>()

  /** `forMs`: how long the vote counts unless it is repeated. Ignores messages that are no valid ephemeris. */
  vote(stationId: number, type: number, payload: Buffer, nowMs: number, forMs = VOTE_MS): void {
    const key = ephemerisKey(payload, type)
    if (key === null) return
    const satellite = this.#satellites.get(key) ?? { type, variants: new Map(), votes: new Map(), agreed: null }
    const { votes } = satellite
    if (!votes.has(stationId) && votes.size >= MOST_VOTERS) forgetExpired(satellite, nowMs)
    if (!votes.has(stationId) && votes.size >= MOST_VOTERS) return
    const variant = variantOf(satellite, payload, nowMs)
    if (!variant) return
    this.#satellites.set(key, satellite)
    votes.set(stationId, { variant, untilMs: nowMs + forMs })
  }

  /**
   * The newest ephemeris of each satellite on which at least two stations agree and which no others contradict, in the
   * order of their keys.
   */
  agreed(nowMs: number): AgreedEphemeris[] {
    const gpsSeconds = gpsFromUtc(nowMs) / 1000
    const agreed = [...this.#satellites].flatMap(([key, satellite]) => {
      forgetExpired(satellite, nowMs)
      if (satellite.votes.size === 0) this.#satellites.delete(key)
      const best = newestAgreed(candidatesIn(satellite, gpsSeconds), gpsSeconds)
      if (best?.content !== satellite.agreed?.content) satellite.agreed = best
      return satellite.agreed ? { key, type: satellite.type, payload: satellite.agreed.payload } : []
    })
    return agreed.sort((one, other) => one.key - other.key)
  }

  /** The satellites and kinds of messages that the station announces itself. */
  ownOf(stationId: number, nowMs: number): Set<number> {
    const own = [...this.#satellites].filter(([, { votes }]) => (votes.get(stationId)?.untilMs ?? 0) > nowMs)
    return new Set(own.map(([key]) => key))
  }

  /** The votes of these stations, for other nodes. */
  witnesses(nowMs: number, isIncluded: (stationId: number) => boolean): EphemerisWitnesses[] {
    return [...this.#satellites.values()].flatMap(({ type, votes }) => {
      const byVariant = new Map<Variant, number[]>()
      for (const [stationId, { variant, untilMs }] of votes) {
        if (untilMs <= nowMs || !isIncluded(stationId)) continue
        byVariant.set(variant, [...(byVariant.get(variant) ?? []), stationId])
      }
      return Array.from(byVariant, ([{ payload }, stationIds]) => ({ type, payload, stationIds }))
    })
  }

  clear(): void {
    this.#satellites.clear()
  }
}

function variantOf(satellite: Satellite, payload: Buffer, nowMs: number): Variant | null {
  const { type, variants } = satellite
  const text = payload.toString('latin1')
  const known = variants.get(text)
  if (known) return known
  if (variants.size >= MOST_VARIANTS) forgetExpired(satellite, nowMs)
  if (variants.size >= MOST_VARIANTS) return null
  const ephemeris = decodeEphemeris(payload, type, nowMs)
  if (!ephemeris) return null
  const variant = { payload: Buffer.from(payload), ephemeris, content: contentOf(ephemeris) }
  variants.set(text, variant)
  return variant
}

/** Also forgets the variants that no station announces any more. */
function forgetExpired({ variants, votes }: Satellite, nowMs: number): void {
  for (const [stationId, { untilMs }] of votes) if (untilMs <= nowMs) votes.delete(stationId)
  const used = new Set([...votes.values()].map(({ variant }) => variant))
  for (const [text, variant] of variants) if (!used.has(variant)) variants.delete(text)
}

function candidatesIn({ votes }: Satellite, gpsSeconds: number): Candidate[] {
  const byContent = new Map<string, Candidate>()
  for (const { variant } of votes.values()) {
    if (!isValidAt(variant.ephemeris, gpsSeconds)) continue
    const known = byContent.get(variant.content)
    if (known) known.votes++
    else byContent.set(variant.content, { ...variant, votes: 1 })
  }
  return [...byContent.values()]
}

function newestAgreed(candidates: readonly Candidate[], gpsSeconds: number): Candidate | null {
  const accepted = candidates.filter(
    (one) =>
      one.votes >= LEAST_VOTES &&
      candidates.every((other) => other === one || other.votes < one.votes || isAlike(one, other, gpsSeconds)),
  )
  accepted.sort((one, other) => referenceOf(other.ephemeris) - referenceOf(one.ephemeris) || other.votes - one.votes)
  return accepted[0] ?? null
}

/** Whether both can be right: another set of the same orbit. Two contents of one set contradict each other. */
function isAlike(one: Candidate, other: Candidate, gpsSeconds: number): boolean {
  if (referenceOf(one.ephemeris) === referenceOf(other.ephemeris) && issueOf(one) === issueOf(other)) return false
  const [a, b] = [stateOf(one.ephemeris, gpsSeconds), stateOf(other.ephemeris, gpsSeconds)]
  const apart = Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z)
  return apart <= ALIKE_M && Math.abs(a.clock - b.clock) * LIGHT_M_S <= ALIKE_M
}

const issueOf = ({ ephemeris }: Variant) => (ephemeris.constellation === 'GLO' ? 0 : ephemeris.issue)

/** Receivers fill in the codes on L2, the flag of the P code, the age of data and the time of the frame differently. */
function contentOf(ephemeris: Ephemeris): string {
  if (ephemeris.constellation === 'GLO') return JSON.stringify({ ...ephemeris, frameMs: 0, age: 0 })
  return JSON.stringify({ ...ephemeris, codesOnL2: 0, l2PFlag: 0 })
}
