// Telemetry: the cost of metering streams, of writing one minute of thousands of stations, and of reading the history
// of one.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { crc24q, StreamMeter } from '@vertice/rtcm'
import { StationWindow } from '../../src/caster/health/station-window.ts'
import { Sky } from '../../src/demo/simulator/sky/sky.ts'
import { StationStream } from '../../src/demo/simulator/station-stream.ts'
import { downMinute, type LiveHealth, type MinuteRecord } from '../../src/domain/stations/telemetry.ts'
import { HealthRecorder } from '../../src/recording/health/recorder.ts'
import { CurrentReader } from '../../src/store/current/current.ts'
import { type DatabasePool, openDatabase } from '../../src/store/kit/database.ts'
import { openEmbeddedPostgres } from '../../src/store/kit/embedded/postgres.ts'
import { type BenchService, load, median, type Row, random, request, startFloor } from '../support/service.ts'
import { sized } from '../support/size.ts'

const METERED = sized(500, 10)
const STREAMS = 10
/** The window of the live metrics. */
const METERED_SECONDS = sized(600, 10)
const SLICE_MS = 2_500
const LATENCY_MS = 80

export const STATIONS = sized(5_000, 20)
const DAYS = sized(60, 2)
const HOURS_OF_MINUTES = 2
const MINUTES = sized(10, 2)
const MOST_SECONDS = 2

const CALLERS = 64
const SECONDS = sized(4, 0.2)
const ROUNDS = sized(5, 1)
const WANTED_OF_FLOOR = 0.5

const count = (value: number) => value.toLocaleString('en')
const INFORMATION = { wanted: 'information', met: true }

/** Many stations on one core: precomputed epochs, metered as they would arrive, in slices as the caster takes them. */
export function benchMetering(): Row[] {
  const start = Date.UTC(2026, 10, 14, 18)
  const streams = makeStreams(start)
  run(streams, start, sized(60, METERED_SECONDS)) // warm-up
  const { cpuMs, pushMs, kilobytes } = run(streams, start, METERED_SECONDS)
  const bytes = streams.flat().reduce((sum, epoch) => sum + epoch.length, 0)
  const epochBytes = bytes / STREAMS / METERED_SECONDS
  const megabytes = (epochBytes * METERED * METERED_SECONDS) / 1e6
  const floorMs = crcMs(streams) / (bytes / 1e6)
  const share = cpuMs / (METERED_SECONDS * 1000)
  return [
    {
      what: `Metering a stream (MSM7 of four constellations, ${epochBytes.toFixed(0)} B an epoch), CPU a megabyte, against its CRCs alone`,
      measured: `${(pushMs / megabytes).toFixed(1)} ms`,
      floor: `${floorMs.toFixed(1)} ms`,
      ratio: (pushMs / megabytes / floorMs).toFixed(1),
      ...INFORMATION,
    },
    {
      what: `${METERED} stations at 1 Hz, metered, with live figures every 2.5 s and minutes: share of one core; memory a station`,
      measured: `${(share * 100).toFixed(2)} %; ${kilobytes.toFixed(0)} kB`,
      floor: '',
      ratio: '',
      ...INFORMATION,
    },
  ]
}

function makeStreams(start: number): Buffer[][] {
  const sky = new Sky()
  const next = random(5)
  const streams = Array.from({ length: STREAMS }, (_, index) => {
    const position = { lat: 15 + next() * 17, lng: -116 + next() * 28, height: 1_000 }
    return new StationStream(sky, { code: `B${index}`, stationId: index, position })
  })
  const epochs = streams.map((): Buffer[] => [])
  for (let second = 0; second < METERED_SECONDS; second++)
    for (const [index, stream] of streams.entries()) epochs[index]!.push(stream.epoch(start + second * 1000))
  return epochs
}

function run(streams: readonly Buffer[][], start: number, seconds: number) {
  const heapBefore = heapInUse()
  const stations = Array.from({ length: METERED }, (_, id) => ({
    meter: new StreamMeter(start),
    window: new StationWindow(id),
    epochs: streams[id % STREAMS]!,
  }))
  const cpuBefore = process.cpuUsage()
  let pushMs = 0
  let sliceAt = start + SLICE_MS
  let minuteAt = start + 60_000
  for (let second = 0; second < seconds; second++) {
    const arrival = start + second * 1000 + LATENCY_MS
    for (; sliceAt <= arrival; sliceAt += SLICE_MS) {
      for (const { meter, window } of stations) window.add(meter.takeSlice(sliceAt))
      for (const { window } of stations) window.live(sliceAt)
      if (sliceAt < minuteAt) continue
      for (const { window } of stations) window.minute(minuteAt - 60_000, true)
      minuteAt += 60_000
    }
    const from = performance.now()
    for (const { meter, epochs } of stations) meter.push(epochs[second]!, arrival)
    pushMs += performance.now() - from
  }
  const { user, system } = process.cpuUsage(cpuBefore)
  const kilobytes = (heapInUse() - heapBefore) / 1000 / stations.length
  return { cpuMs: (user + system) / 1000, pushMs, kilobytes }
}

function heapInUse(): number {
  setFlagsFromString('--expose_gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

/** The minimum work of any RTCM reader on every byte. */
function crcMs(streams: readonly Buffer[][]): number {
  const times = Array.from({ length: 5 }, () => {
    const from = performance.now()
    for (const epoch of streams.flat()) crc24q(epoch, 0, epoch.length)
    return performance.now() - from
  })
  return median(times)
}

/** The service must be stopped, so that no other process writes. */
export async function benchMinutes(service: BenchService): Promise<Row[]> {
  const embedded = await openEmbeddedPostgres(service.dataDir)
  const db = openDatabase(embedded.owner)
  try {
    await fill(db)
    const reader = new CurrentReader(db, { casterHost: 'caster.example.mx', casterPort: 2101 })
    const book = async () => (await reader.current()).book
    const ids = (await book()).active.map(({ id }) => id)
    const caster = () => new HealthRecorder({ db, book, tellAlarm() {} })
    const [one, other] = [caster(), caster()]
    const first = Math.floor(Date.now() / 60_000) * 60_000
    const minutes = Array.from({ length: MINUTES + 2 }, (_, index) => new Date(first + index * 60_000))
    const write = (recorder: HealthRecorder, minute: Date, received: number) =>
      recorder.minute(
        ids.map((id) => minuteOf(id, minute, received)),
        minute,
        true,
      )
    const taken = await timesOf(minutes, (minute) => write(one, minute, 59))
    const again = await timesOf(minutes, (minute) => write(other, minute, 60))
    let now = Date.now()
    const live = await timesOf(minutes, async () => {
      now += 20_000 // so that all stations are written
      await one.live(
        ids.map((id) => liveOf(id, now)),
        new Date(now),
      )
    })
    const plain = { floor: '', ratio: '' }
    const seconds = (times: readonly number[]) => `${(Math.max(...times) / 1000).toFixed(2)} s`
    return [
      {
        ...plain,
        what: `Writing one minute of ${count(STATIONS)} stations, with ${DAYS} days of each (slowest of ${MINUTES})`,
        measured: seconds(taken),
        wanted: `< ${MOST_SECONDS} s`,
        met: Math.max(...taken) < MOST_SECONDS * 1000,
      },
      {
        ...plain,
        what: 'The same minutes by a second caster that saw more',
        measured: seconds(again),
        wanted: `< ${MOST_SECONDS} s`,
        met: Math.max(...again) < MOST_SECONDS * 1000,
      },
      {
        ...plain,
        what: `Live figures of ${count(STATIONS)} stations, all of them written (every 15 s)`,
        measured: seconds(live),
        ...INFORMATION,
      },
    ]
  } finally {
    await db.close()
    await embedded.close()
  }
}

/** Times without the first two, which warm up. */
async function timesOf(minutes: readonly Date[], work: (minute: Date) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (const minute of minutes) {
    const from = performance.now()
    await work(minute)
    times.push(performance.now() - from)
  }
  return times.slice(2)
}

async function fill({ pool }: DatabasePool): Promise<void> {
  await pool.query(
    `insert into station_health (station_id, measured_at, health_pct, latency_ms, satellites, satellites_by_constellation, position_offset_m, degraded)
     select id, now(), 99.8, 312, 31, '{"GPS": 10, "GLO": 7, "GAL": 8, "BDS": 6}', 0.01, false from stations`,
  )
  await pool.query(
    `insert into station_days (station_id, day, minutes_up, minutes_down, health_pct, latency_ms, satellites, epochs_received, epochs_expected,
       latency_sum, latency_minutes, satellites_sum, satellites_minutes)
     select id, (now() at time zone 'America/Mexico_City')::date - ago, 1400, id % 40, 99.9, 305, 30, 84000, 84084, 427000, 1400, 42000, 1400
     from generate_series(1, $1::int) as ago, stations`,
    [DAYS],
  )
  await pool.query(
    `insert into station_status_changes (station_id, status, at)
     select id, case when change % 2 = 0 then 'online' else 'offline' end, now() - change * interval '6 days' from generate_series(1, 8) as change, stations`,
  )
  await pool.query(
    `insert into station_minutes (station_id, minute, up, epochs_received, epochs_expected, latency_ms, satellites, satellites_by_constellation, bytes, messages)
     select id, date_trunc('minute', now()) - ago * interval '1 minute', true, 60, 60, 305, 30, '{"GPS": 10, "GLO": 7, "GAL": 8, "BDS": 6}', 56000,
       '{"1005": 6, "1033": 6, "1077": 60, "1087": 60, "1097": 60, "1127": 60}' from generate_series(1, $1::int) as ago, stations`,
    [HOURS_OF_MINUTES * 60],
  )
  for (const table of ['station_health', 'station_days', 'station_status_changes', 'station_minutes'])
    await pool.query(`vacuum analyze ${table}`)
}

const minuteOf = (stationId: number, minute: Date, received: number): MinuteRecord => ({
  ...downMinute(stationId, minute),
  up: true,
  received,
  expected: 60,
  latencyMs: 300 + (stationId % 50),
  satellites: 31,
  satellitesByConstellation: { GPS: 10, GLO: 7, GAL: 8, BDS: 6 },
  bytes: 56_000,
  messages: { 1005: 6, 1019: 10, 1020: 7, 1033: 6, 1042: 6, 1046: 8, 1077: 60, 1087: 60, 1097: 60, 1127: 60 },
})

const liveOf = (stationId: number, now: number): LiveHealth => ({
  stationId,
  measuredAt: new Date(now - 300),
  healthPct: 99.8,
  latencyMs: 312,
  timeAheadMs: null,
  clocks: null,
  satellites: 31,
  satellitesByConstellation: { GPS: 10, GLO: 7, GAL: 8, BDS: 6 },
  position: null,
  silentConstellations: [],
  details: () => ({ receiver: 'BENCH', antenna: null, intervalMs: 1000, messages: { 1077: 60, 1087: 60 } }),
})

export async function benchHistory(service: BenchService, token: string): Promise<Row> {
  const next = random(11)
  const ids = Array.from({ length: 2_000 }, () => 1 + Math.floor(next() * STATIONS))
  const requests = ids.map((id) => request('GET', `/api/v1/stations/${id}/health`, token))
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`http://127.0.0.1:${service.port}/api/v1/stations/${ids[0]}/health`, { headers })
  if (!answer.ok) throw new Error(await answer.text())
  const bytes = (await answer.arrayBuffer()).byteLength
  const floor = await startFloor('constant', String(bytes))
  const constant = [request('GET', '/constant', token)]
  const ours = (seconds: number) => load({ port: service.port, connections: CALLERS, seconds, requests })
  const bare = (seconds: number) => load({ port: floor.port, connections: CALLERS, seconds, requests: constant })
  await bare(sized(3, 0.2))
  await ours(sized(3, 0.2))
  const rounds: { ours: number; bare: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const floorRound = await bare(SECONDS)
    const ourRound = await ours(SECONDS)
    if (ourRound.failures > 0) throw new Error(`${ourRound.failures} requests failed`)
    rounds.push({ ours: ourRound.perSecond, bare: floorRound.perSecond })
  }
  await floor.stop()
  const ratio = median(rounds.map((round) => round.ours / round.bare))
  return {
    what: `GET /stations/{id}/health among ${count(STATIONS)} stations × ${DAYS} days (${count(bytes)} B)`,
    measured: `${median(rounds.map((round) => round.ours)).toFixed(0)}/s`,
    floor: `${median(rounds.map((round) => round.bare)).toFixed(0)}/s`,
    ratio: ratio.toFixed(2),
    wanted: `≥ ${WANTED_OF_FLOOR}`,
    met: ratio >= WANTED_OF_FLOOR,
  }
}
