// What a stream is made of, as a sourcetable tells it: which messages and how often, whose observations, on how many frequencies, and
// how many bits a second.
import type { Constellation, ObservationHead } from '../observations/head.ts'
import { frequenciesIn } from '../observations/msm-signals.ts'

/** The running spell and the one before it are told: what a receiver no longer sends is forgotten by then. */
const SPELL_MS = 300_000
/** Before that a rate is a guess. */
const RATE_AFTER_MS = 5_000

export interface StreamShape {
  /** By number; `seconds` null: it came once so far. */
  readonly messages: readonly { readonly type: number; readonly seconds: number | null }[]
  readonly constellations: readonly Constellation[]
  /** On how many frequencies the constellation that has most of them is observed; 0: there are no observations. */
  readonly frequencies: number
  readonly bitsPerSecond: number | null
}

interface Heard {
  times: number
  readonly firstMs: number
  lastMs: number
  /** Of observations: what is split over several messages is heard once. */
  epoch: number | null
}

class Spell {
  readonly fromMs: number
  bytes = 0
  readonly types = new Map<number, Heard>()
  readonly signals = new Map<Constellation, number>()
  /** Of 1001-1012, whose heads name no signals. */
  olderFrequencies = 0

  constructor(fromMs: number) {
    this.fromMs = fromMs
  }
}

export class ShapeMeter {
  #before: Spell | null = null
  #spell: Spell | null = null

  bytes(count: number, nowMs: number): void {
    this.#spellAt(nowMs).bytes += count
  }

  /** `head`: of an observation message. */
  message(type: number, head: ObservationHead | null, nowMs: number): void {
    const spell = this.#spellAt(nowMs)
    const heard = spell.types.get(type)
    const epoch = head?.epoch ?? null
    if (!heard) spell.types.set(type, { times: 1, firstMs: nowMs, lastMs: nowMs, epoch })
    else if (epoch === null || heard.epoch !== epoch) {
      heard.times += 1
      heard.lastMs = nowMs
      heard.epoch = epoch
    }
    if (!head || head.satellites === 0) return
    spell.signals.set(head.constellation, (spell.signals.get(head.constellation) ?? 0) | head.signals)
    // 1001, 1002, 1009 and 1010 hold L1 alone, the others of their kind L2 too.
    if (head.signals === 0)
      spell.olderFrequencies = Math.max(spell.olderFrequencies, ((type - 1) >> 1) % 2 === 0 ? 1 : 2)
  }

  /** null: nothing came in the last minutes. */
  shape(nowMs: number): StreamShape | null {
    const recent = [this.#before, this.#spell].filter((spell) => spell !== null && isRecent(spell, nowMs)) as Spell[]
    const [first] = recent
    if (!first) return null
    const measuredMs = nowMs - first.fromMs
    const bytes = recent.reduce((sum, spell) => sum + spell.bytes, 0)
    const types = [...new Set(recent.flatMap((spell) => [...spell.types.keys()]))].sort((a, b) => a - b)
    const constellations = [...new Set(recent.flatMap((spell) => [...spell.signals.keys()]))]
    const counts = recent.flatMap(({ signals, olderFrequencies }) => [
      olderFrequencies,
      ...[...signals].map(([constellation, mask]) => frequenciesIn(constellation, mask)),
    ])
    return {
      messages: types.map((type) => ({
        type,
        seconds: secondsBetween(recent.flatMap((s) => s.types.get(type) ?? [])),
      })),
      constellations,
      frequencies: Math.max(0, ...counts),
      bitsPerSecond: measuredMs < RATE_AFTER_MS ? null : Math.round((bytes * 8000) / measuredMs),
    }
  }

  /** A clock that was set back begins anew. */
  #spellAt(nowMs: number): Spell {
    const spell = this.#spell
    if (spell && nowMs >= spell.fromMs && nowMs < spell.fromMs + SPELL_MS) return spell
    this.#before = spell && nowMs >= spell.fromMs ? spell : null
    this.#spell = new Spell(nowMs)
    return this.#spell
  }
}

const isRecent = ({ fromMs }: Spell, nowMs: number) => fromMs > nowMs - 2 * SPELL_MS && fromMs <= nowMs

function secondsBetween(heard: readonly Heard[]): number | null {
  const gaps = heard.reduce((sum, { times }) => sum + times - 1, 0)
  const milliseconds = heard.reduce((sum, { firstMs, lastMs }) => sum + lastMs - firstMs, 0)
  return gaps === 0 ? null : milliseconds / gaps / 1000
}
