// Compares what rovers received with what bases sent: every missing frame needs a known reason.
import type { Base } from './base.ts'
import type { LateFrame } from './marked-frames.ts'
import { SETTLED_MS } from './promises.ts'
import type { Rover, Sitting } from './rover.ts'

/** A fault of a NATS server, with the casters that were connected to no other one. */
export type NatsFault = Extract<Fault, { kind: 'nats' }>

/** A fault of a part of the cluster. It may explain missing frames that were sent between `from` and `to`. */
export type Fault = { readonly what: string; readonly from: number; to: number } & (
  | { readonly kind: 'caster' | 'base' /** Index of the caster or station. */; readonly index: number }
  | { readonly kind: 'nats'; readonly casters: ReadonlySet<number> }
  /** Explains no missing frame, but during an outage a rover may be connected to two casters. */
  | { readonly kind: 'database' }
)

/** Frames sent this long before the fault may have been in transit. */
const UNDER_WAY_MS = 1_500

export interface Account {
  readonly frames: number
  readonly torn: number
  readonly doubled: number
  readonly mixed: number
  readonly foreign: number
  readonly missing: number
  readonly gaps: number
  /** Max age of a frame at arrival. */
  readonly oldestMs: number
  /** Descriptions of gaps that no fault explains. */
  readonly unexplained: readonly string[]
  /** Descriptions of frames that were torn, duplicated, of two owners, or too old. */
  readonly wrong: readonly string[]
}

export function accountOf(rovers: readonly Rover[], bases: readonly Base[], faults: readonly Fault[]): Account {
  const sum = { frames: 0, torn: 0, doubled: 0, mixed: 0, foreign: 0, missing: 0, gaps: 0, oldestMs: 0 }
  const [unexplained, wrong]: [string[], string[]] = [[], []]
  for (const rover of rovers) {
    const { station, login } = rover.options
    const base = bases.find((one) => one.station === station)!
    for (const sitting of rover.sittings) {
      const { frames, torn, doubled, mixed, foreign, oldestMs } = sitting.reader
      const who = `rover ${login.id} of station ${station} at caster ${sitting.node}`
      sum.frames += frames
      sum.torn += torn
      sum.doubled += doubled
      sum.mixed += mixed
      sum.foreign += foreign
      sum.oldestMs = Math.max(sum.oldestMs, oldestMs)
      if (torn + doubled + mixed + foreign > 0)
        wrong.push(
          `${who}: ${torn} bytes torn, ${doubled} frames twice, ${mixed} of an older owner, ${foreign} foreign`,
        )
      const old = tooOld(sitting, base, faults)
      if (old.length > 0)
        wrong.push(`${who}: ${old.length} frames too old, the first by ${old[0]!.ageMs.toFixed(0)} ms`)
      for (const { missing, why } of gapsOf(sitting, base, faults)) {
        sum.missing += missing
        sum.gaps += 1
        if (why) unexplained.push(`${who}: ${why}`)
      }
    }
  }
  return { ...sum, unexplained, wrong }
}

/** Two connections of one rover that both continued, and for how long after one of them could have been ended. */
export interface Double {
  readonly nodes: readonly [older: number, newer: number]
  readonly since: number
  readonly ms: number
}

export function doublesOf({ sittings }: Rover, faults: readonly Fault[]): Double[] {
  return sittings.flatMap(({ node, reader: { heardAt } }, place) =>
    sittings.slice(place + 1).map((newer) => {
      const excuses = faults.filter(({ from }) => from < heardAt).map((fault) => excuseFor(fault, node))
      const since = Math.max(newer.since, ...excuses)
      return { nodes: [node, newer.node] as const, since, ms: Math.min(heardAt, newer.closedAt ?? heardAt) - since }
    }),
  )
}

/** The time until which a caster could not learn that a connection has to end. */
function excuseFor(fault: Fault, node: number): number {
  if (fault.kind === 'database') return fault.to
  return fault.kind === 'caster' && fault.index === node ? fault.to - SETTLED_MS : Number.NEGATIVE_INFINITY
}

function gapsOf({ node, reader }: Sitting, base: Base, faults: readonly Fault[]): { missing: number; why: string }[] {
  return reader.gaps.flatMap(({ line, from, to }) => {
    const sent = base.lines[line]!
    const missing = sent.sentAt.slice(from, to === null ? undefined : to + 1)
    if (missing.length === 0) return []
    const mayExplain = faults.filter((fault) => concerns(fault, base.station, sent.node, node))
    const lost = missing.filter((at) => !mayExplain.some((fault) => at >= fault.from - UNDER_WAY_MS && at <= fault.to))
    const range = `${missing.length} frames of line ${line} at caster ${sent.node} from number ${from}`
    const why = lost.length === 0 ? '' : `${range}, ${lost.length} of them with no reason (${when(lost, faults)})`
    return [{ missing: missing.length, why }]
  })
}

/** The bus only affects streams between two casters, and only the NATS servers that those two are connected to. */
function concerns(fault: Fault, station: number, owner: number, listener: number): boolean {
  if (fault.kind === 'database') return false
  if (fault.kind === 'nats') return owner !== listener && (fault.casters.has(owner) || fault.casters.has(listener))
  return fault.kind === 'base' ? fault.index === station : fault.index === owner || fault.index === listener
}

/** Only a rover on the base's own node may receive late frames: those in the sockets of a caster that was frozen. */
function tooOld({ node, reader }: Sitting, base: Base, faults: readonly Fault[]): LateFrame[] {
  const stoodStill = faults.filter((fault) => fault.kind === 'caster' && fault.index === node)
  return reader.late.filter(
    ({ line, heardAt, ageMs }) =>
      base.lines[line]!.node !== node || !stoodStill.some(({ from, to }) => from <= heardAt && to >= heardAt - ageMs),
  )
}

/** The time of the loss relative to the last fault, for debugging. */
function when(lost: readonly number[], faults: readonly Fault[]): string {
  const before = faults.filter(({ from }) => from <= lost[0]!).at(-1)
  const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1)
  return before
    ? `${seconds(before.from, lost[0]!)} to ${seconds(before.from, lost.at(-1)!)} s after ${before.what}`
    : 'before any fault'
}
