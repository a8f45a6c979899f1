// RTKLIB reads the converter's output: convbin lists every observation before and after, and str2str converts the same
// stream independently.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import type { ConversionSettings } from '@vertice/rtcm'
import { describe, expect, it } from 'vitest'
import { convbin, type Observations, pairs } from '../../../packages/rtcm/test/support/convbin.ts'
import { converter, payloadsIn, typeOf } from '../../../packages/rtcm/test/support/conversion.ts'
import { expectAlike, FINEST } from '../../../packages/rtcm/test/support/judge.ts'
import { seeded } from '../../../packages/rtcm/test/support/raw-messages.ts'
import { othersStream, START } from '../../../packages/rtcm/test/support/streams.ts'
import { Sky } from '../../../src/demo/simulator/sky/sky.ts'
import { StationStream } from '../../../src/demo/simulator/station-stream.ts'
import { lacks } from '../../support/needs.ts'

function simulated(seconds: number): Buffer[] {
  const position = { lat: 19.4, lng: -99.1, height: 2_200 }
  const station = new StationStream(new Sky(1, null), { code: 'J1', stationId: 7, position })
  return Array.from({ length: seconds }, (_, second) => station.epoch(START + second * 1000))
}

function convert(chunks: readonly Buffer[], settings: Partial<ConversionSettings>) {
  const one = converter(settings)
  const stream = Buffer.concat([...chunks.map((chunk) => one.push(chunk)), one.end()])
  return { stream, counts: one.counts }
}

describe.skipIf(lacks('what is made of streams, as RTKLIB reads it', 'convbin'))(
  "a simulated station's stream, read by RTKLIB,",
  () => {
    const epochs = simulated(90)
    const before = convbin(Buffer.concat(epochs), START)

    it('keeps its observations as MSM5', () => {
      const made = convbin(convert(epochs, { form: 'msm5' }).stream, START)
      const compared = expectAlike(before, made, 'msm', () => true)
      for (const kind of ['C', 'L', 'D', 'S']) expect(compared[kind]).toBeGreaterThan(5_000)
    })

    it('keeps its observations as MSM4, in chunks of any size', () => {
      const bytes = Buffer.concat(epochs)
      const random = seeded(11)
      const chunks: Buffer[] = []
      for (let at = 0; at < bytes.length; ) {
        const end = at + 1 + random(700)
        chunks.push(bytes.subarray(at, end))
        at = end
      }
      const made = convbin(convert(chunks, { form: 'msm4' }).stream, START)
      expectAlike(before, made, 'msm', (_, type) => type[0] !== 'D')
    })

    it('keeps its observations as 1004 and 1012', () => {
      const { stream, counts } = convert(epochs, { form: 'legacy' })
      const made = convbin(stream, START)
      const isHeld = (satellite: string, type: string) => /[GR]/.test(satellite[0]!) && type[0] !== 'D'
      expectAlike(before, made, 'legacy', isHeld)
      expect(counts.leftOut).toMatchObject({ no_older_form: 180, malformed: 0, out_of_range: 0 })
      // The number of removed phase cycles stays the same while the lock holds.
      const turns = new Map<string, number>()
      for (const { satellite, type, before: was, after: is } of pairs(before, made)) {
        if (type[0] !== 'L' || !is) continue
        const key = satellite + type
        const taken = Math.round((is.value - was.value) / 1500)
        if (!(is.lli & 1) && turns.has(key)) expect(Math.abs(taken - turns.get(key)!)).toBe(0)
        turns.set(key, taken)
      }
    })

    it('keeps its observations as 1004 and 1012 that are converted to MSM4', () => {
      const legacy = convert(epochs, { form: 'legacy' }).stream
      const { stream, counts } = convert([legacy], { form: 'msm5' })
      const types = new Set(payloadsIn(stream).map(typeOf))
      expect([types.has(1074), types.has(1084), types.has(1004), types.has(1012)]).toEqual([true, true, false, false])
      expect(Object.values(counts.leftOut).every((count) => count === 0)).toBe(true)
      const compared = expectAlike(convbin(legacy, START), convbin(stream, START), 'msm', () => true)
      for (const kind of ['C', 'L', 'S']) expect(compared[kind]).toBeGreaterThan(2_000)
    })

    it('keeps the epochs of two constellations every five seconds', () => {
      const { stream, counts } = convert(epochs, { constellations: ['GPS', 'GAL'], everySeconds: 5, form: 'msm4' })
      const made = convbin(stream, START)
      // RTKLIB outputs an epoch only after its last message.
      expect([...made.keys()].map((time) => Number(time.slice(17)) % 5)).toEqual(Array(18).fill(0))
      const thinned = new Map([...before].filter(([time]) => made.has(time)))
      expectAlike(thinned, made, 'msm', (satellite, type) => /[GE]/.test(satellite[0]!) && type[0] !== 'D')
      expect(counts.unwanted.constellation).toBeGreaterThan(180)
      expect(counts.unwanted.instant).toBe(2 * 72)
    })
  },
)

describe.skipIf(lacks("what is made of others' forms, as RTKLIB reads it", 'convbin'))(
  'streams of other manufacturers, read by RTKLIB,',
  () => {
    const ALL = ['GPS', 'GLO', 'GAL', 'SBS', 'QZS', 'BDS']

    it.each([4, 5, 6, 7])('keep MSM%i of all constellations, split, as MSM4', (level) => {
      const chunks = othersStream(Object.fromEntries(ALL.map((name) => [name, level])), level)
      const { stream: bytes, counts } = convert(chunks, { form: 'msm4' })
      expect(Object.values(counts.leftOut).reduce((sum, count) => sum + count, 0) - counts.leftOut.out_of_range).toBe(0)
      const [before, made] = [convbin(Buffer.concat(chunks), START), convbin(bytes, START)]
      let [compared, lost] = [0, 0]
      for (const { satellite, type, before: was, after: is } of pairs(before, made)) {
        // Without the frequency channel, RTKLIB cannot convert GLONASS phases to cycles.
        if (type[0] === 'D' || (satellite[0] === 'R' && type[0] === 'L')) continue
        if (is === undefined) {
          expect(type[0]).toBe('L')
          lost++
          continue
        }
        expect(Math.abs(is.value - was.value)).toBeLessThan(FINEST.msm[type[0] as 'C' | 'L' | 'S'])
        compared++
      }
      // Only phases at the limit of their range may be lost.
      expect(lost).toBeLessThanOrEqual(counts.leftOut.out_of_range)
      expect(compared).toBeGreaterThan(2_000)
    })

    it('keep mixed levels as MSM4: lower levels are unchanged, and the epochs are complete', () => {
      const levels = { GPS: 7, GLO: 5, GAL: 3, QZS: 6, BDS: 1 }
      const chunks = othersStream(levels, 21)
      const { stream: bytes, counts } = convert(chunks, { form: 'msm4' })
      const types = new Set(payloadsIn(bytes).map(typeOf))
      expect([...types].sort()).toEqual([1074, 1084, 1093, 1114, 1121])
      expect(counts.leftOut.lower_level).toBe(0)
      const made = convbin(bytes, START)
      expect(made.size).toBe(12)
      for (const satellites of made.values()) expect([...satellites.keys()].map((name) => name[0])).toContain('J')
    })

    it('become one 1004 and one 1012 per epoch, with L1 and L2', () => {
      for (const level of [4, 5, 6, 7]) {
        const chunks = othersStream({ GPS: level, GLO: level, GAL: level }, 30 + level)
        const { stream: bytes, counts } = convert(chunks, { form: 'legacy' })
        const types = payloadsIn(bytes).map(typeOf)
        const knowsChannels = level === 5 || level === 7
        expect(types).toEqual(Array.from({ length: 12 }, () => [1004, 1012]).flat())
        expect(counts.leftOut.no_older_form).toBeGreaterThan(0)
        const [before, made] = [convbin(Buffer.concat(chunks), START), convbin(bytes, START)]
        let compared = 0
        for (const { satellite, type, before: was, after: is } of pairs(before, made)) {
          if (type === 'C1C' && /[GR]/.test(satellite[0]!)) expect(is).toBeDefined()
          if (is === undefined || !/[GR]/.test(satellite[0]!)) continue
          // RTKLIB knows the stream's unusual GLONASS channels only if the stream sends them.
          if (satellite[0] === 'R' && type[0] === 'L' && !knowsChannels) continue
          const difference = is.value - was.value
          const turns = type[0] === 'L' ? Math.round(difference / 1500) * 1500 : 0
          expect(Math.abs(difference - turns), `${satellite} ${type}`).toBeLessThan(
            FINEST.legacy[type[0] as 'C' | 'L' | 'S'],
          )
          compared++
        }
        expect(compared).toBeGreaterThan(500)
      }
    })
  },
)

describe.skipIf(lacks('the same conversion by str2str', 'convbin', 'str2str'))('str2str', () => {
  async function str2str(stream: Buffer, messages: string): Promise<Buffer> {
    const folder = mkdtempSync(join(tmpdir(), 'vertice-str2str-'))
    try {
      const [input, output] = [join(folder, 'in.rtcm3'), join(folder, 'out.rtcm3')]
      writeFileSync(input, stream)
      const run = spawn(
        'str2str',
        ['-in', `file://${input}#rtcm3`, '-out', `file://${output}#rtcm3`, '-msg', messages],
        {
          stdio: 'ignore',
        },
      )
      const gone = once(run, 'exit')
      await after(3_000)
      run.kill('SIGINT')
      await gone
      return readFileSync(output)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }

  it.each([
    { form: 'msm4' as const, messages: '1074,1084,1094,1124', range: 0.0181 },
    { form: 'legacy' as const, messages: '1004,1012', range: 0.0011 },
  ])('produces the same $form, except for half and whole cycles', async ({ form, messages, range }) => {
    const epochs = simulated(20)
    const { stream } = convert(epochs, { form })
    const [made, passed] = await Promise.all([str2str(Buffer.concat(epochs), messages), str2str(stream, messages)])
    const [theirs, ours] = [convbin(made, START), convbin(stream, START)]
    // str2str reads every observation of our stream.
    const count = (read: Observations) => [...read.values()].map((satellites) => satellites.size)
    expect(count(convbin(passed, START))).toEqual(count(ours))
    expect([...theirs.keys()]).toEqual([...ours.keys()])
    let compared = 0
    for (const { satellite, type, before: our, after: their } of pairs(ours, theirs)) {
      // Its MSM4 has no ephemerides, so convbin knows no GLONASS channels.
      if (form === 'msm4' && satellite[0] === 'R' && type[0] === 'L') continue
      const difference = their!.value - our.value
      // str2str restarts each phase near its pseudorange; ours keeps the station's start.
      if (type[0] === 'L') expect(Math.abs(difference - Math.round(difference))).toBeLessThan(0.0035)
      else expect(Math.abs(difference)).toBeLessThan(type[0] === 'C' ? range : 0.001)
      compared++
    }
    expect(compared).toBeGreaterThan(1_500)
  })
})
