// Compares two RINEX observation files of the same recording, value by value.
import { parse, type Read } from '../../../packages/rtcm/test/support/convbin.ts'

/** RTKLIB stores a Doppler in 32 bits. */
const DOPPLER_HZ = 0.0011
const [LOSS, HALF_CYCLE] = [1, 2]

/** Where two values or indicators of the same observation can differ, the expected differences first. */
export type Difference =
  | 'tie'
  | 'first-loss'
  | 'half-cycle'
  | 'value'
  | 'loss'
  | 'only-here'
  | 'only-there'
  | 'epoch-only-here'
  | 'epoch-only-there'

/** An exact half of the last digit is rounded up here, to the even digit by convbin. */
const isTie = (mine: number, theirs: number) =>
  Math.round(theirs * 1_000) % 2 === 0 && Math.abs(Math.abs(mine) - Math.abs(theirs) - 0.001) < 1e-6

export interface Comparison {
  /** Pseudoranges, phases, Dopplers and signal strengths that both files have. */
  compared: number
  readonly epochs: { readonly here: number; readonly there: number }
  /** Constellations that convbin writes at another time, such as `C 14 s later`. */
  readonly clocks: readonly string[]
  readonly differences: { readonly kind: Difference; readonly about: string }[]
}

export function compareObservations(here: string, there: string): Comparison {
  const [own, theirs] = [byTime(here), byTime(there)]
  const clocks = clocksOf(own, theirs)
  const other = moved(theirs, clocks)
  const comparison: Comparison = {
    compared: 0,
    epochs: { here: own.size, there: theirs.size },
    clocks: [...clocks].map(([letter, seconds]) => `${letter} ${seconds} s later`),
    differences: [],
  }
  const add = (kind: Difference, about: string) => comparison.differences.push({ kind, about })
  const known = new Set<string>()
  for (const [atMs, satellites] of other) {
    const time = new Date(atMs).toISOString()
    const epoch = own.get(atMs)
    if (!epoch) add('epoch-only-there', time)
    for (const [satellite, observations] of epoch ? satellites : [])
      for (const [type, read] of observations) {
        const mine = epoch!.get(satellite)?.get(type)
        const about = `${time} ${satellite} ${type}`
        const isFirst = !known.has(satellite + type)
        known.add(satellite + type)
        if (!mine) add('only-there', `${about} ${read.value}`)
        else {
          comparison.compared++
          for (const kind of differing(mine, read, type, isFirst))
            add(kind, `${about}: ${mine.value} ${mine.lli}, convbin ${read.value} ${read.lli}`)
        }
      }
  }
  for (const [atMs, satellites] of own) {
    const time = new Date(atMs).toISOString()
    const epoch = other.get(atMs)
    if (!epoch) add('epoch-only-here', time)
    for (const [satellite, observations] of epoch ? satellites : [])
      for (const type of observations.keys())
        if (!epoch!.get(satellite)?.has(type)) add('only-here', `${time} ${satellite} ${type}`)
  }
  return comparison
}

function* differing(mine: Read, theirs: Read, type: string, isFirst: boolean): Generator<Difference> {
  if (Math.abs(mine.value - theirs.value) > (type.startsWith('D') ? DOPPLER_HZ : 0))
    yield isTie(mine.value, theirs.value) ? 'tie' : 'value'
  if (mine.lli === theirs.lli) return
  // convbin 2.4.3 adds a half cycle as 3, and then perhaps the loss once more: 3 is 2; 4 and 5 are 3.
  const isAdded = theirs.lli >= 3 && (mine.lli & HALF_CYCLE) !== 0
  const meant = isAdded ? HALF_CYCLE + (theirs.lli > 3 ? LOSS : 0) : theirs.lli
  if (mine.lli === meant) yield 'half-cycle'
  else if (isFirst && (mine.lli | LOSS) === (meant | LOSS)) yield 'first-loss'
  else yield 'loss'
}

/** By the time in ms. */
const byTime = (text: string): Epochs =>
  new Map([...(text === '' ? [] : parse(text))].map(([time, epoch]) => [msOf(time), epoch]))

function msOf(time: string): number {
  const [year, month, day, hour, minute, second] = time.split(/\s+/).map(Number) as Six
  return Math.round(Date.UTC(year, month - 1, day, hour, minute) + second * 1_000)
}

type Epochs = Map<number, Map<string, Map<string, Read>>>
type Six = [number, number, number, number, number, number]

/** Constellations whose values are at another time in the other file, by most of their pseudoranges, and the seconds. */
function clocksOf(own: Epochs, other: Epochs): Map<string, number> {
  const ranges = ([atMs, satellites]: [number, Map<string, Map<string, Read>>]) =>
    [...satellites].flatMap(([satellite, observations]) =>
      [...observations].flatMap(([type, { value }]) =>
        type.startsWith('C') ? [{ letter: satellite[0]!, atMs, key: `${satellite} ${type} ${value}` }] : [],
      ),
    )
  const times = new Map([...own].flatMap(ranges).map(({ key, atMs }) => [key, atMs]))
  const counts = new Map<string, Map<number, number>>()
  for (const { letter, atMs, key } of [...other].flatMap(ranges)) {
    const seconds = (atMs - (times.get(key) ?? Number.NaN)) / 1_000
    if (Number.isNaN(seconds)) continue
    const ofLetter = counts.get(letter) ?? new Map<number, number>()
    counts.set(letter, ofLetter.set(seconds, (ofLetter.get(seconds) ?? 0) + 1))
  }
  const most = [...counts].map(([letter, some]) => [letter, [...some].sort(([, a], [, b]) => b - a)[0]![0]] as const)
  return new Map(most.filter(([, seconds]) => seconds !== 0))
}

function moved(epochs: Epochs, clocks: ReadonlyMap<string, number>): Epochs {
  const result: Epochs = new Map()
  for (const [atMs, satellites] of epochs)
    for (const [satellite, observations] of satellites) {
      const trueMs = atMs - (clocks.get(satellite[0]!) ?? 0) * 1_000
      const epoch = result.get(trueMs) ?? new Map()
      result.set(trueMs, epoch.set(satellite, observations))
    }
  return result
}
