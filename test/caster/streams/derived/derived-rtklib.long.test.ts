// Derived mountpoints as RTKLIB receives them: str2str records a real caster's streams while a base pushes, and convbin
// reads the observations of the station and of the derived streams.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isObservation } from '@vertice/rtcm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { convbin, type Observations, pairs } from '../../../../packages/rtcm/test/support/convbin.ts'
import { payloadsIn, saysMore, typeOf } from '../../../../packages/rtcm/test/support/conversion.ts'
import { framesIn } from '../../../../packages/rtcm/test/support/epochs.ts'
import { expectAlike, FINEST } from '../../../../packages/rtcm/test/support/judge.ts'
import { othersStream, START } from '../../../../packages/rtcm/test/support/streams.ts'
import { addMountpoint } from '../../../../src/actions/network/mountpoints/write.ts'
import { Sky } from '../../../../src/demo/simulator/sky/sky.ts'
import { StationStream } from '../../../../src/demo/simulator/station-stream.ts'
import type { AlterationInput } from '../../../../src/domain/network/mountpoints/alteration-input.ts'
import { byTest } from '../../../support/action-context.ts'
import { type Peer, TestCaster } from '../../../support/caster.ts'
import { lacks } from '../../../support/needs.ts'
import { until } from '../../../support/process.ts'
import { isLive, pause } from '../../helpers.ts'

const EPOCHS = 60
const THINNED = EPOCHS / 5
/** For str2str, the response header ends after its first line. */
const HEAD_REST = '\r\n'
const station = (code: string, lat: number) => ({ code, name: code, mountpoint: code, lat, lng: -99.1 })

/** Derived mountpoints that str2str records, with the number of epochs once the base has sent all of its own. */
const MADE: Record<string, { of: string; alteration: AlterationInput; epochs: number }> = {
  ALIAS: { of: 'SIMU', alteration: {}, epochs: EPOCHS },
  SIMU_MSM5: { of: 'SIMU', alteration: { form: 'msm5' }, epochs: EPOCHS },
  SIMU_MSM4: { of: 'SIMU', alteration: { form: 'msm4' }, epochs: EPOCHS },
  SIMU_1004: { of: 'SIMU', alteration: { form: 'legacy' }, epochs: EPOCHS },
  SIMU_NO_GAL: {
    of: 'SIMU',
    alteration: { messages: { rule: 'drop', types: [1097] } },
    epochs: EPOCHS,
  },
  SIMU_THIN: {
    of: 'SIMU',
    alteration: { constellations: ['GPS', 'GAL'], everySeconds: 5, form: 'msm4' },
    epochs: THINNED,
  },
  MIXED_MSM4: { of: 'MIXED', alteration: { form: 'msm4' }, epochs: EPOCHS },
}

describe.skipIf(lacks('what is made of streams, as RTKLIB gets it', 'convbin', 'str2str'))('str2str', () => {
  let caster: TestCaster
  let folder: string
  const ends: (() => Promise<unknown>)[] = []
  const recordings = new Map<string, Buffer>()
  const read = new Map<string, Observations>()

  const fileOf = (mountpoint: string) => join(folder, `${mountpoint}.rtcm3`)
  const written = (mountpoint: string) =>
    existsSync(fileOf(mountpoint)) ? readFileSync(fileOf(mountpoint)).subarray(HEAD_REST.length) : Buffer.alloc(0)

  async function record(mountpoint: string, code: string): Promise<void> {
    const login = await caster.issue({ station_codigo: code })
    const from = `ntrip://${login.username}:${login.password}@127.0.0.1:${caster.port}/${mountpoint}`
    const child = spawn('str2str', ['-in', from, '-out', `file://${fileOf(mountpoint)}`], { stdio: 'ignore' })
    const gone = once(child, 'exit')
    ends.push(() => {
      child.kill('SIGKILL')
      return gone
    })
    await until(() => caster.role.caster.sessions.countOf(login.id) === 1)
  }

  /** Epochs that the stream marks as complete. */
  function closedEpochs(stream: Buffer): number {
    const whole = stream.subarray(0, stream.length - framesIn(stream).unfinishedBytes)
    return payloadsIn(whole).filter((payload) => isObservation(typeOf(payload)) && !saysMore(payload)).length
  }

  async function push(peer: Peer, epochs: readonly Buffer[]): Promise<void> {
    for (const epoch of epochs) {
      peer.write(epoch)
      await pause(25) // separated in time, so that each epoch is forwarded on its own
    }
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vertice-made-'))
    caster = await TestCaster.start()
    await caster.service.saveStations(station('SIMU', 19.4), station('MIXED', 20.4))
    for (const [name, { of: code, alteration }] of Object.entries(MADE))
      await addMountpoint(byTest(caster.service.services), name, { code }, { alteration })
    const [simu, mixed] = [await caster.base('SIMU', 'SIMU'), await caster.base('MIXED', 'MIXED')]
    caster.stopWithIt({ stop: () => [simu, mixed].map((peer) => peer.close()) })

    // Live before a client connects, an hour before the compared data.
    const place = { lat: 19.4, lng: -99.1, height: 2_200 }
    const stream = new StationStream(new Sky(), { code: 'SIMU', stationId: 7, position: place })
    simu.write(stream.epoch(START - 3_600_000))
    // All MSM levels that can be converted to MSM4, and a lower one.
    const levels = { GPS: 7, GLO: 5, SBS: 6, QZS: 4, GAL: 3, BDS: 6 }
    const [before, ...others] = othersStream(levels, 5, EPOCHS + 2)
    mixed.write(before!)
    for (const code of ['SIMU', 'MIXED']) {
      await isLive(caster, code)
      await record(code, code)
    }
    for (const [name, { of: code }] of Object.entries(MADE)) await record(name, code)
    stream.restart()
    const simulated = Array.from({ length: EPOCHS + 1 }, (_, second) => stream.epoch(START + second * 1000))
    await Promise.all([push(simu, simulated), push(mixed, others)])
    const wanted = [
      ...['SIMU', 'MIXED'].map((name) => [name, EPOCHS + 1] as const),
      ...Object.entries(MADE).map(([name, { epochs }]) => [name, epochs] as const),
    ]
    for (const [name, epochs] of wanted) {
      await until(() => closedEpochs(written(name)) >= epochs)
      recordings.set(name, written(name))
      read.set(name, hourOf(convbin(written(name), START)))
    }
  }, 120_000)
  afterAll(async () => {
    for (const end of ends) await end()
    await caster.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** The compared data: the hour that starts with the recording. */
  const hourOf = (observations: Observations): Observations =>
    new Map([...observations].filter(([time]) => time.startsWith('2026 11 14 18')))
  /** The epochs in both; the last one may be incomplete. */
  const common = (name: string) => {
    const [before, made] = [read.get(MADE[name]!.of)!, read.get(name)!]
    expect(made.size).toBeGreaterThanOrEqual(MADE[name]!.epochs - 1)
    return { before: new Map([...before].filter(([time]) => made.has(time))), made }
  }
  const typesOf = (name: string) => [...new Set(payloadsIn(recordings.get(name)!).map(typeOf))].filter(isObservation)

  it('receives from an alias exactly the bytes of its station', async () => {
    await until(() => written('ALIAS').length === written('SIMU').length)
    expect(written('ALIAS').length).toBeGreaterThan(50_000)
    expect(written('ALIAS').equals(written('SIMU'))).toBe(true)
  })

  it('receives MSM5 with the station’s observations', () => {
    expect(typesOf('SIMU_MSM5').sort()).toEqual([1075, 1085, 1095, 1125])
    const { before, made } = common('SIMU_MSM5')
    const compared = expectAlike(before, made, 'msm', () => true)
    for (const kind of ['C', 'L', 'D', 'S']) expect(compared[kind]).toBeGreaterThan(3_000)
  })

  it('receives MSM4 with all observations except phase range rates', () => {
    expect(typesOf('SIMU_MSM4').sort()).toEqual([1074, 1084, 1094, 1124])
    const { before, made } = common('SIMU_MSM4')
    const compared = expectAlike(before, made, 'msm', (_, type) => type[0] !== 'D')
    expect(compared.L).toBeGreaterThan(3_000)
  })

  it('receives 1004 and 1012 for GPS and GLONASS', () => {
    expect(typesOf('SIMU_1004').sort()).toEqual([1004, 1012])
    const { before, made } = common('SIMU_1004')
    const compared = expectAlike(
      before,
      made,
      'legacy',
      (satellite, type) => /[GR]/.test(satellite[0]!) && type[0] !== 'D',
    )
    expect(compared.L).toBeGreaterThan(1_000)
  })

  it('receives whole epochs of a filtered stream, exact to the last digit', () => {
    expect(typesOf('SIMU_NO_GAL').sort()).toEqual([1077, 1087, 1127])
    const { before, made } = common('SIMU_NO_GAL')
    let compared = 0
    for (const { satellite, before: was, after: is } of pairs(before, made)) {
      expect(is?.value).toBe(satellite[0] === 'E' ? undefined : was.value)
      compared++
    }
    expect(compared).toBeGreaterThan(5_000)
  })

  it('receives one epoch in five seconds of a thinned stream', () => {
    const { before, made } = common('SIMU_THIN')
    expect([...made.keys()].map((time) => Number(time.slice(17)) % 5)).toEqual(Array(made.size).fill(0))
    expectAlike(before, made, 'msm', (satellite, type) => /[GE]/.test(satellite[0]!) && type[0] !== 'D')
  })

  it('receives MSM4 from a stream of mixed MSM levels, with lower levels unchanged', () => {
    expect(typesOf('MIXED_MSM4').sort()).toEqual([1074, 1084, 1093, 1104, 1114, 1124])
    const { before, made } = common('MIXED_MSM4')
    let [compared, lost] = [0, 0]
    for (const { satellite, type, before: was, after: is } of pairs(before, made)) {
      // RTKLIB knows no GLONASS cycles without the channel, and reads nothing of MSM3.
      if (type[0] === 'D' || (satellite[0] === 'R' && type[0] === 'L') || satellite[0] === 'E') continue
      if (is === undefined) {
        expect(type[0]).toBe('L')
        lost++
        continue
      }
      expect(Math.abs(is.value - was.value)).toBeLessThan(FINEST.msm[type[0] as 'C' | 'L' | 'S'])
      compared++
    }
    const { notConverted } = caster.figures
    expect(lost).toBeLessThanOrEqual(notConverted.get('out_of_range') ?? 0)
    expect(compared).toBeGreaterThan(10_000)
  })
})
