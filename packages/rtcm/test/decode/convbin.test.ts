// Decodes streams and compares every observation with RTKLIB's convbin, an independent implementation of the standard.
import { describe, expect, it } from 'vitest'
import { lacks } from '../../../../test/support/needs.ts'
import { frame } from '../../src/encode/frames.ts'
import { convbin } from '../support/convbin.ts'
import { convertAll, payloadsIn } from '../support/conversion.ts'
import { decodedAsRinex } from '../support/decoded.ts'
import { INSTANT } from '../support/orbits.ts'
import { epochMessages, FULL_SKY } from '../support/sky.ts'
import { othersStream, START } from '../support/streams.ts'

const seconds = (count: number) => Array.from({ length: count }, (_, second) => INSTANT + second * 1000)

const skyStream = (level: 4 | 7) => Buffer.concat(seconds(20).flatMap((at) => epochMessages(at, FULL_SKY, level)))

const legacyStream = () =>
  Buffer.concat(convertAll(payloadsIn(skyStream(7)), { form: 'legacy' }).payloads.map((payload) => frame(payload)))

describe.skipIf(lacks('decoded observations compared with RTKLIB', 'convbin'))('decoded observations', () => {
  it.each([
    { what: 'MSM7 of four constellations', stream: () => skyStream(7), atMs: INSTANT },
    { what: 'MSM4 of four constellations', stream: () => skyStream(4), atMs: INSTANT },
    { what: '1004 and 1012', stream: legacyStream, atMs: INSTANT },
    {
      what: 'MSM4 to 7 of six constellations, split into several messages',
      stream: () => Buffer.concat(othersStream({ GPS: 7, GLO: 5, GAL: 6, SBS: 4, QZS: 7, BDS: 5 }, 3)),
      atMs: START,
    },
  ])('equal those of convbin to the last digit of RINEX: $what', ({ stream, atMs }) => {
    const bytes = stream()
    const ours = decodedAsRinex(bytes, atMs)
    const theirs = convbin(bytes, atMs)
    expect([...ours.keys()]).toEqual([...theirs.keys()])
    let compared = 0
    for (const [time, satellites] of theirs)
      for (const [satellite, observations] of satellites)
        for (const [type, { value }] of observations) {
          const about = `${time} ${satellite} ${type}`
          expect(ours.get(time)!.get(satellite)?.get(type)?.value, about).toBe(value)
          compared++
        }
    expect(compared).toBeGreaterThan(1000)
  })
})
