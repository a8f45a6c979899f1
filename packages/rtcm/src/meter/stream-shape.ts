// The content of a stream for its sourcetable record: message types with intervals, constellations, frequencies and bit
// rate.
import type { Constellation, ObservationHead } from '../observations/head.ts'
import { frequenciesIn } from '../observations/msm-signals.ts'

/** The shape covers the current period and the previous one; later, messages that are no longer sent are dropped. */
const SPELL_MS = 300_000
/** A bit rate over a shorter time is a guess. */
const RATE_AFTER_MS = 5_000

export interface StreamShape {
  /** Sorted by type; `seconds` is `null` if the type arrived once. */
  readonly messages: readonly { readonly type: number; readonly seconds: number | null }[]
  readonly constellations: readonly Constellation[]
  /** Number of frequencies of the constellation with the most; 0 without observations. */
  readonly frequencies: number
  readonly bitsPerSecond: number | null
}

interface Heard {
  times: number
  readonly firstMs: number
  lastMs: number
  /** Epoch of an observation message, so that messages of the same epoch count once. */
  epoch: number | null
}

class Spell {
  readonly fromMs: number
  bytes = 0
  readonly types = new Map<number, Heard>()
  readonly signals = new Map<Constellation, number>()
  /** Frequencies of 1001-1012, whose heads do not list signals. */
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

  /** `head` is set for observation messages. */
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
    // 1001, 1002, 1009 and 1010 have only L1, 1003, 1004, 1011 and 1012 also L2.
    if (head.signals === 0)
      spell.olderFrequencies = Math.max(spell.olderFrequencies, ((type - 1) >> 1) % 2 === 0 ? 1 : 2)
  }

  /** `null` if no message arrived in the last minutes. */
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

  /** A clock that was set back starts a new period. */
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
