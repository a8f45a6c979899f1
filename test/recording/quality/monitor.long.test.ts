// The frames of simulated stations reach the worker thread, and its minutes are saved.
import { afterEach, describe, expect, it } from 'vitest'
import { Components } from '../../../src/base/running/component.ts'
import { Sky } from '../../../src/demo/simulator/sky/sky.ts'
import { StationStream } from '../../../src/demo/simulator/station-stream.ts'
import type { Station } from '../../../src/domain/stations/station.ts'
import { QualityMonitor, START_AFTER_MS } from '../../../src/recording/quality/monitor.ts'
import type { StationMinute } from '../../../src/recording/quality/station-meters.ts'
import { heldBy } from '../../support/loop-watch.ts'

const START = Date.UTC(2026, 10, 14, 18)
const POSITION = { lat: 19.4326, lng: -99.1332, height: 2240 }
const station = (id: number, more: Partial<Station> = {}) =>
  ({ id, code: `S${id}`, ...POSITION, isRtcm: true, archived: false, simulated: true, ...more }) as Station

let running: Components | null = null
afterEach(() => running?.stop())

interface Options {
  readonly stations?: readonly Station[]
  readonly save?: (minutes: readonly StationMinute[]) => Promise<void>
  readonly startAfterMs?: number
}

async function started({ stations = [station(1)], save, startAfterMs = 0 }: Options = {}) {
  const saved: StationMinute[] = []
  const savedAtATime: number[] = []
  const warnings: string[] = []
  const followed: (readonly number[])[] = []
  const monitor = new QualityMonitor({
    stations: () => stations,
    clock: () => new Date(START + 3_600_000),
    async save({ minutes }) {
      await save?.(minutes)
      saved.push(...minutes)
      savedAtATime.push(minutes.length)
    },
    saveSolved: async () => {},
    follow: (ids) => void followed.push(ids),
    warn: (message) => warnings.push(message),
    startAfterMs,
  })
  running = new Components(monitor.components, (message) => warnings.push(message))
  await running.start()
  return { monitor, saved, savedAtATime, warnings, followed }
}

function feed(monitor: QualityMonitor, id: number, seconds: number): void {
  const stream = new StationStream(new Sky(1), { code: `S${id}`, stationId: id, position: POSITION })
  for (let at = START; at < START + 1000 * seconds; at += 5_000) monitor.tap(id, stream.epoch(at), at)
}

describe('QualityMonitor', () => {
  it('measures every station of the caster, in a thread', async () => {
    const { monitor, saved } = await started({ stations: [station(1), station(2)] })
    feed(monitor, 1, 180)
    feed(monitor, 2, 120)
    await expect.poll(() => saved.length).toBe(5)
    expect(saved.filter(({ stationId }) => stationId === 2).map(({ epochs }) => epochs)).toEqual([12, 12])
    expect(saved[0]!.sky.length).toBeGreaterThan(10)
    expect(monitor.figures).toMatchObject({ measuredMinutes: 5, droppedBytes: 0, waitingBytes: 0, lostMinutes: 0 })
  })

  it('saves the minutes of many stations in small parts, so that none blocks the event loop of the caster for long', async () => {
    const stations = Array.from({ length: 45 }, (_, index) => station(index + 1))
    const { monitor, saved, savedAtATime } = await started({ stations })
    const stream = new StationStream(new Sky(1), { code: 'S1', stationId: 1, position: POSITION })
    for (let at = START; at <= START + 60_000; at += 15_000) {
      const frames = stream.epoch(at)
      for (const { id } of stations) monitor.tap(id, frames, at)
    }
    const measured = () => new Set(saved.map(({ stationId }) => stationId)).size
    for (let at = START + 75_000; measured() < stations.length; at += 15_000) {
      monitor.tap(1, stream.epoch(at), at)
      await expect.poll(() => monitor.figures.waitingBytes, { interval: 10 }).toBe(0)
    }
    expect(Math.max(...savedAtATime)).toBeLessThanOrEqual(20)
  })

  it('ignores stations whose stream is not RTCM, and archived ones', async () => {
    const { monitor, saved } = await started({
      stations: [station(1), station(2, { isRtcm: false }), station(3, { archived: true })],
    })
    for (const id of [2, 3, 1]) feed(monitor, id, 60)
    await expect.poll(() => saved.length).toBe(1)
    expect(saved[0]!.stationId).toBe(1)
  })

  it('solves the baselines of its stations, and follows their neighbours on other nodes without measuring them', async () => {
    const { monitor, saved, followed } = await started({ stations: [station(1), station(2, { lat: 19.6 })] })
    feed(monitor, 1, 10)
    await expect.poll(() => followed.at(-1)).toEqual([2])
    const stream = new StationStream(new Sky(1), { code: 'S2', stationId: 2, position: { ...POSITION, lat: 19.6 } })
    for (let at = START; at < START + 120_000; at += 5_000) monitor.followedTap(2, stream.epoch(at), at)
    feed(monitor, 1, 120)
    await expect.poll(() => saved.length).toBeGreaterThan(1)
    expect(new Set(saved.map(({ stationId }) => stationId))).toEqual(new Set([1]))
    expect(monitor.figures.baselines).toBe(1)
  })

  it('drops and counts frames beyond its bound, and holds the path of the stream for less than a millisecond', async () => {
    const { monitor } = await started()
    feed(monitor, 1, 10)
    await expect.poll(() => monitor.figures.waitingBytes).toBe(0)
    const frames = Buffer.alloc(1024 * 1024)
    const { heldMs } = await heldBy(async () => {
      for (let times = 0; times < 10; times++) monitor.tap(1, frames, START)
    })
    // Ten chunks, of which each may take a millisecond.
    expect(heldMs).toBeLessThan(10)
    expect(monitor.figures).toMatchObject({ droppedBytes: 2 * frames.length })
    await expect.poll(() => monitor.figures.waitingBytes).toBe(0)
  })

  it('starts its thread only some time after the first frame, and measures from the first frame on', async () => {
    const startAfterMs = 400
    const { monitor, saved } = await started({ startAfterMs })
    const since = performance.now()
    feed(monitor, 1, 180)
    await expect.poll(() => monitor.figures.waitingBytes, { interval: 10 }).toBe(0)
    expect(performance.now() - since).toBeGreaterThan(startAfterMs)
    await expect.poll(() => saved.length).toBe(3)
    expect(monitor.figures.droppedBytes).toBe(0)
    // Of a caster: after the reconnects that follow its start.
    expect(START_AFTER_MS).toBeGreaterThanOrEqual(5_000)
    expect(START_AFTER_MS).toBeLessThanOrEqual(10_000)
  })

  it('keeps the newest 4 MB until its thread starts', async () => {
    const { monitor, saved } = await started({ startAfterMs: 500 })
    const old = Buffer.alloc(1024 * 1024)
    for (let times = 0; times < 10; times++) monitor.tap(1, old, START)
    expect(monitor.figures).toMatchObject({ droppedBytes: 6 * old.length, waitingBytes: 4 * old.length })
    feed(monitor, 1, 60)
    expect(monitor.figures).toMatchObject({ droppedBytes: 7 * old.length })
    await expect.poll(() => saved.length).toBe(1)
    expect(saved[0]!.epochs).toBe(12)
  })

  it('keeps what could not be saved and saves it later', async () => {
    let failures = 2
    const { monitor, saved, warnings } = await started({
      async save() {
        if (failures-- > 0) throw new Error('the database is unreachable')
      },
    })
    feed(monitor, 1, 120)
    await expect.poll(() => saved.length).toBe(2)
    expect(warnings.length).toBeGreaterThan(0)
    expect(monitor.figures).toMatchObject({ measuredMinutes: 2, lostMinutes: 0 })
  })
})
