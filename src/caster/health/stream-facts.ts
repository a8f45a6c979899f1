// Measured shapes of streams, in the terms of a sourcetable.
import type { StreamShape } from '@vertice/rtcm'

type Messages = StreamShape['messages']

/** In the order and with the names of sourcetables. */
const NAV_SYSTEMS: Readonly<Record<string, string>> = {
  ...{ GPS: 'GPS', GLO: 'GLO', GAL: 'GAL', BDS: 'BDS', QZS: 'QZS', SBS: 'SBAS', NAV: 'IRS' },
}
const ORDER = Object.values(NAV_SYSTEMS)

/** Without duplicates. Unknown names of the operator come last. */
export function navSystems(constellations: readonly string[]): string[] {
  const names = new Set(constellations.map((constellation) => NAV_SYSTEMS[constellation] ?? constellation))
  const place = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length)
  return [...names].sort((a, b) => place(a) - place(b))
}

/** `1006(10),1077(1),1230`: whole seconds, or tenths of one where it is faster. */
export const formatDetails = (messages: Messages): string =>
  messages.map(({ type, seconds }) => (seconds === null ? type : `${type}(${rounded(seconds)})`)).join()

const rounded = (seconds: number) =>
  seconds >= 0.95 ? Math.round(seconds) : Math.max(0.1, Math.round(seconds * 10) / 10)

/** Message types of the network mountpoint, where any of these streams may serve: all types, with median intervals. */
export function likeAny(shapes: readonly StreamShape[]): Messages {
  const seconds = new Map<number, (number | null)[]>()
  for (const { messages } of shapes)
    for (const message of messages) {
      const each = seconds.get(message.type)
      if (each) each.push(message.seconds)
      else seconds.set(message.type, [message.seconds])
    }
  return [...seconds].sort(([a], [b]) => a - b).map(([type, each]) => ({ type, seconds: middleOf(each) }))
}

function middleOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null).sort((a, b) => a - b)
  return known[Math.floor(known.length / 2)] ?? null
}
