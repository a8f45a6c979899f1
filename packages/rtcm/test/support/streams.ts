// Streams with the messages that different receivers send.

import { frame } from '../../src/encode/frames.ts'
import { epochField } from '../../src/epoch.ts'
import { CONSTELLATIONS } from '../../src/observations/head.ts'
import { signalId } from '../../src/observations/msm-signals.ts'
import { type Random, randomMsm, seeded, writeMsm } from './raw-messages.ts'

export const START = Date.UTC(2026, 10, 14, 18)

/** Signals that RTKLIB distinguishes in a RINEX file. */
const SIGNALS: Record<string, readonly string[]> = {
  GPS: ['1C', '2W', '2X', '5X'],
  GLO: ['1C', '1P', '2C', '2P'],
  GAL: ['1X', '7X', '5X'],
  SBS: ['1C'],
  QZS: ['1C', '2X', '5X'],
  BDS: ['2I', '7I', '6I'],
  NAV: ['5A'],
}
const SATELLITES: Record<string, number> = { GPS: 32, GLO: 24, GAL: 30, SBS: 19, QZS: 4, BDS: 35, NAV: 14 }

/** Plausible observations in MSM4 to 7; many satellites of a constellation are split into two messages. */
function* messagesOf(name: string, level: number, random: Random, instantMs: number, isLast: boolean) {
  const index = CONSTELLATIONS.indexOf(name as (typeof CONSTELLATIONS)[number])
  const signals = SIGNALS[name]!.map((code) => signalId(CONSTELLATIONS[index]!, code)).sort((a, b) => a - b)
  const most = Math.min(Math.floor(64 / signals.length), 10)
  const ids = Array.from({ length: SATELLITES[name]! }, (_, i) => i + 1).filter((id) => id % 2 === 1)
  for (let from = 0; from < ids.length; from += most) {
    const satellites = ids.slice(from, from + most)
    const more = isLast && from + most >= ids.length ? 0 : 1
    const message = randomMsm(random, 1070 + 10 * index + level, {
      ...{ satellites, signals, more, stationId: 9, epoch: epochField(CONSTELLATIONS[index]!, instantMs), rest: 0 },
    })
    const cells = message.mask.filter((bit) => bit === 1).length
    const many = (count: number, value: (i: number) => number) => Array.from({ length: count }, (_, i) => value(i))
    const isFine = level >= 6
    const fields = {
      ...message.fields,
      whole: many(satellites.length, (i) => 66 + ((satellites[i]! * 7) % 20)),
      ...(level % 2 === 1 && { info: many(satellites.length, (i) => (name === 'GLO' ? satellites[i]! % 14 : 0)) }),
      ...(level % 2 === 1 && { roughRate: many(satellites.length, () => random(1600) - 800) }),
      // Within 150 m of each other, as 1004 requires.
      range: many(cells, () => (isFine ? random(400_000) - 200_000 : random(12_000) - 6_000)),
      lock: many(cells, () => (isFine ? random(705) : random(16))),
      half: many(cells, () => 0),
      cnr: many(cells, () => (isFine ? 480 + random(320) : 30 + random(20))),
    }
    yield frame(writeMsm({ ...message, fields }))
  }
}

/** One epoch per second; each constellation with its own MSM level. */
export function othersStream(levels: Record<string, number>, seed: number, seconds = 12): Buffer[] {
  const random = seeded(seed)
  const names = Object.keys(levels)
  return Array.from({ length: seconds }, (_, second) =>
    Buffer.concat(
      names.flatMap((name, place) => [
        ...messagesOf(name, levels[name]!, random, START + second * 1000, place === names.length - 1),
      ]),
    ),
  )
}
