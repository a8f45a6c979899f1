// Half an hour of a small network: simulated stations push over real sockets to a real caster on a real database, with
// faults, across midnight in Mexico City and a restart of the caster. Everything runs in this process on fake timers,
// which advance second by second as soon as sockets and database are idle.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { acknowledgePosition } from '../../src/actions/stations/position.ts'
import { pushSecret } from '../../src/actions/stations/source.ts'
import type { Offset } from '../../src/demo/simulator/sky/earth.ts'
import { Sky } from '../../src/demo/simulator/sky/sky.ts'
import { SimulatedStation } from '../../src/demo/simulator/station.ts'
import { StationStream } from '../../src/demo/simulator/station-stream.ts'
import { openLog } from '../../src/start/log.ts'
import { createMetrics } from '../../src/start/metrics/metrics.ts'
import { type CasterRole, startCasterRole } from '../../src/start/roles/caster.ts'
import { byTest } from '../support/action-context.ts'
import { CASTER_SETTINGS, Peer } from '../support/caster.ts'
import { measuresTime } from '../support/loop-watch.ts'
import { type Client, heldConnections, TestService, workPool } from '../support/service.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
/** 23:48:30 in Mexico City. */
const START = Date.parse('2026-11-14T05:48:30.000Z')
const sky = new Sky()

const PLACES = {
  STOP: { lat: 19.4326, lng: -99.1332, height: 2240 },
  LOSE: { lat: 20.6597, lng: -103.3496, height: 1560 },
  WORK: { lat: 25.6866, lng: -100.3161, height: 540 },
  MOVE: { lat: 20.9674, lng: -89.5926, height: 9 },
  KEEP: { lat: 32.5149, lng: -117.0382, height: 20 },
  AWAY: { lat: 21.1236, lng: -101.682, height: 1800 },
  TAPE: { lat: 17.0732, lng: -96.7266, height: 1555 },
}
type Code = keyof typeof PLACES
const CODES = Object.keys(PLACES) as Code[]

let service: TestService
let client: Client
let role: CasterRole | null = null
let second: CasterRole | null = null
let port = 0
const logged: string[] = []
let metrics: ReturnType<typeof createMetrics>
const stations = new Map<Code, SimulatedStation>()
const ids = new Map<Code, number>()
/** The test's own record: the times of the epochs of each station, and when a caster ran. */
const sent = new Map<Code, number[]>(CODES.map((code) => [code, []]))
const runs: { from: number; to: number }[] = []

beforeAll(async () => {
  vi.useFakeTimers({
    now: START,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  })
  service = await TestService.start()
  // A connection takes real time, in which minutes of fake time can pass.
  for (const pool of [service.db.pool, workPool(service.db)])
    Object.assign(pool.options, { idleTimeoutMillis: 0, connectionTimeoutMillis: 0 })
  client = await service.client()
  metrics = createMetrics(service.db, 'caster')
  await service.saveStations(
    ...CODES.map((code) => ({ code, name: code, mountpoint: code, ...PLACES[code], height: undefined })),
  )
  await service.saveStations({ code: 'KEEP', constellations: 'GPS' })
  for (const { id, codigo } of (await client.get('/stations')).body.stations) ids.set(codigo, id)
  await startCaster()
  for (const code of CODES.filter((one) => one !== 'TAPE')) stations.set(code, await simulated(code))
})

afterAll(async () => {
  for (const station of stations.values()) station.stop()
  await role?.stop()
  await second?.stop()
  await service.stop()
  vi.useRealTimers()
})

/** Batched database queries wait a few milliseconds, and the fake time must advance for that. */
async function passing<Result>(work: Promise<Result>): Promise<Result> {
  let isOver = false
  const end = () => {
    isOver = true
  }
  work.then(end, end)
  while (!isOver) {
    await vi.advanceTimersByTimeAsync(1)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return work
}

const casterAt = (casterPort: number, watch: Pick<typeof metrics, 'watchCaster'> = { watchCaster() {} }) =>
  passing(
    startCasterRole(
      {
        ...{ db: service.db, keys: service.services.keys, clock: () => new Date() },
        current: service.services.current,
        log: openLog('info', { write: (line) => logged.push(JSON.parse(line).msg) }),
        metrics: watch,
      },
      { ...CASTER_SETTINGS, casterPort },
    ),
  )

async function startCaster(): Promise<void> {
  role = await (port === 0 ? casterAt(0, metrics) : casterAt(port))
  port = role.caster.address.port
  runs.push({ from: Date.now(), to: Number.POSITIVE_INFINITY })
}

async function stopCaster(): Promise<void> {
  await role!.stop()
  role = null
  runs.at(-1)!.to = Date.now()
}

async function simulated(code: Code, at = port): Promise<SimulatedStation> {
  const { secret: password } = await pushSecret(byTest(service.services), { code }, false)
  return new SimulatedStation({
    sky,
    station: { code, stationId: ids.get(code)!, position: PLACES[code] },
    host: '127.0.0.1',
    port: at,
    mountpoint: code,
    revision: 2,
    chunked: true,
    credentials: { username: code, password },
    retry: { firstMs: 500, longestMs: 2_000 },
  })
}

const station = (code: Code) => stations.get(code)!

const isResting = () => workPool(service.db).waitingCount === 0 && heldConnections(service.db) === 0

const hasArrived = (code: Code) => {
  const meters = [role, second].flatMap((one) => one?.caster.sources.meters.all.get(ids.get(code)!) ?? [])
  const since = Math.floor(sent.get(code)!.at(-1)! / SECOND) * SECOND
  return meters.length === 0 || meters.some(({ lastEpochArrivalMs }) => (lastEpochArrivalMs ?? 0) >= since)
}

/** Waits until everything sent has arrived and the database is idle. */
async function rest(senders: readonly Code[]): Promise<void> {
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  for (let turns = 0; turns < 20_000 && !senders.every(hasArrived); turns++) await turn()
  for (let quiet = 0; quiet < 3; quiet = isResting() ? quiet + 1 : 0) await turn()
}

async function pass(milliseconds: number): Promise<void> {
  const end = Date.now() + milliseconds
  const sentBy = () => new Map(CODES.map((code) => [code, stations.get(code)?.epochs.sent ?? tapeEpochs]))
  while (Date.now() < end) {
    // Epochs are sent 80 ms after the second.
    for (const until of [100, SECOND]) {
      const left = until - (Date.now() % SECOND)
      if (left <= 0) continue
      const before = sentBy()
      await vi.advanceTimersByTimeAsync(left)
      const senders = [...sentBy()].flatMap(([code, count]) => (count > before.get(code)! ? [code] : []))
      for (const code of senders) sent.get(code)!.push(Date.now())
      await rest(senders)
    }
  }
}
const passUntil = (at: number) => pass(at - Date.now())

// biome-ignore lint/suspicious/noExplicitAny: tests look into JSON
async function shown(code: Code): Promise<any> {
  const { status, text, body } = await client.get('/stations')
  if (status !== 200) throw new Error(`/stations: ${status} ${text}`)
  return body.stations.find(({ codigo }: { codigo: string }) => codigo === code)
}
const status = async (code: Code): Promise<string> => (await shown(code)).status
const health = async (code: Code) => (await client.get(`/stations/${ids.get(code)}/health`)).body

/** Advances second by second until the station has this status; returns the number of seconds. */
async function secondsUntil(code: Code, wanted: string, atMost: number): Promise<number> {
  const from = Date.now()
  while ((await status(code)) !== wanted) {
    if (Date.now() - from > atMost * SECOND) throw new Error(`${code} is ${await status(code)} after ${atMost} s`)
    await pass(SECOND)
  }
  return (Date.now() - from) / SECOND
}

const openAlarms = async (): Promise<string[]> => {
  const { rows } = await service.db.pool.query(
    'select code, kind from station_alarms join stations s on s.id = station_id where ended_at is null order by code, kind',
  )
  return rows.map(({ code, kind }) => `${code} ${kind}`)
}

let tapeEpochs = 0

/** Plays a recording from two years ago, one epoch per second, over a plain socket. */
async function playTape(): Promise<() => void> {
  const { secret: password } = await pushSecret(byTest(service.services), { code: 'TAPE' }, false)
  const peer = await Peer.open(port, `SOURCE ${password} /TAPE\r\nSource-Agent: NTRIP test\r\n\r\n`)
  peer.socket.setNoDelay(true)
  const stream = new StationStream(sky, { code: 'TAPE', stationId: 9, position: PLACES.TAPE })
  let instant = Date.parse('2024-03-02T10:00:00Z')
  const timer = setInterval(() => {
    instant += SECOND
    if (peer.closedAt === null && peer.socket.write(stream.epoch(instant))) tapeEpochs += 1
  }, SECOND)
  return () => {
    clearInterval(timer)
    peer.close()
  }
}

describe('a network, minute by minute', () => {
  let stopTape = () => {}
  let healthyAt = 0
  let movedAt = 0

  it(
    'shows status, satellites, constellations, latency and position seconds after the first epoch',
    measuresTime(),
    async () => {
      for (const code of CODES) expect((await shown(code)).telemetria).toBe(false)
      await passUntil(START + 5 * SECOND)
      for (const one of stations.values()) one.start()
      stopTape = await playTape()
      await pass(5 * SECOND)
      for (const code of CODES)
        expect([code, await shown(code)]).toEqual([
          code,
          expect.objectContaining({ telemetria: true, status: 'online', salud_pct: 100 }),
        ])
      expect(await shown('STOP')).toMatchObject({ constelaciones: 'GPS+GLO+GAL+BDS', latencia_ms: expect.any(Number) })
      expect((await shown('STOP')).sats).toBeGreaterThan(20)
      expect((await shown('STOP')).latencia_ms).toBeLessThan(200)
      const { salud } = await health('STOP')
      expect(salud.posicion_desvio_m).toBe(0)
      expect(Object.keys(salud.por_constelacion).sort()).toEqual(['BDS', 'GAL', 'GLO', 'GPS'])
    },
  )

  it('shows no latency for an old recording, which is healthy all the same', async () => {
    expect(await shown('TAPE')).toMatchObject({ status: 'online', latencia_ms: null, salud_pct: 100 })
  })

  it('keeps constellations that the operator set, and otherwise follows the stream', async () => {
    expect((await shown('KEEP')).constelaciones).toBe('GPS')
    station('MOVE').dropConstellation('GLO')
    await pass(20 * SECOND)
    expect((await shown('MOVE')).constelaciones).toBe('GPS+GAL+BDS')
  })

  it('shows a stopped source as offline when its data are 60 s old, and within 65 s', measuresTime(), async () => {
    await passUntil(START + 2 * MINUTE)
    station('LOSE').loseEpochs(0.3)
    station('MOVE').moveAntenna({ east: 1.5, north: 2, up: 0 } satisfies Offset)
    await service.saveStations({ code: 'WORK', declaredStatus: 'maintenance' })
    expect(await status('WORK')).toBe('maintenance')
    station('WORK').stop()
    station('STOP').stop()
    await pass(58 * SECOND)
    expect(await status('STOP')).not.toBe('offline')
    expect(58 + (await secondsUntil('STOP', 'offline', 10))).toBeLessThanOrEqual(65)
  })

  it('shows a station that loses epochs as degraded, and keeps maintenance whatever the stream does', async () => {
    expect(await status('LOSE')).toBe('degraded')
    expect((await shown('LOSE')).salud_pct).toBeLessThan(95)
    expect(await status('WORK')).toBe('maintenance')
    expect((await health('MOVE')).salud.posicion_desvio_m).toBeCloseTo(2.5, 2)
    await pass(5 * SECOND)
    expect(await openAlarms()).toEqual([
      'LOSE degraded',
      'MOVE moved',
      'MOVE silent_constellation',
      'STOP down',
      'TAPE wrong_time',
    ])
    const text = await metrics.registry.metrics()
    for (const kind of ['down', 'degraded', 'moved', 'silent_constellation', 'wrong_time'])
      expect(text).toContain(`vertice_station_alarms{kind="${kind}"} 1`)
  })

  it('shows recovered stations as online after ten good minutes', async () => {
    await passUntil(START + 5 * MINUTE)
    for (const code of ['STOP', 'WORK'] as const) station(code).start()
    await service.saveStations({ code: 'WORK', declaredStatus: 'online' })
    station('LOSE').loseEpochs(0)
    station('MOVE').moveAntenna({ east: 0, north: 0, up: 0 })
    station('MOVE').restoreConstellation('GLO')
    station('AWAY').moveAntenna({ east: 0.85, north: 0, up: 0 })
    movedAt = Date.now()
    await pass(20 * SECOND)
    // Data arrive, but minutes of them are missing.
    expect([await status('STOP'), await status('WORK'), await status('LOSE')]).toEqual(Array(3).fill('degraded'))
    expect(await shown('MOVE')).toMatchObject({ status: 'online', constelaciones: 'GPS+GLO+GAL+BDS' })
    expect((await health('MOVE')).salud.posicion_desvio_m).toBe(0)
    for (const code of ['LOSE', 'STOP', 'WORK'] as const) await secondsUntil(code, 'online', 11 * 60)
    expect(Date.now() - START).toBeLessThan(16 * MINUTE)
    await pass(5 * SECOND)
    expect(await openAlarms()).toEqual(['AWAY moved', 'TAPE wrong_time'])
    healthyAt = Date.now()
  })

  it('does not select a station whose antenna has moved for ten minutes, until the operator acknowledges it', async () => {
    const choice = async () => (await client.get('/vrs?lat=21.13&lng=-101.68')).body
    // The station announces its position every few seconds.
    expect((await secondsUntil('AWAY', 'degraded', 10 * 60)) * SECOND + healthyAt - movedAt).toBeGreaterThan(
      10 * MINUTE,
    )
    expect(Date.now() - movedAt).toBeLessThan(11 * MINUTE)
    expect(await choice()).toMatchObject({ modo: 'ninguno' })
    await acknowledgePosition(byTest({ db: service.db }, new Date()), { code: 'AWAY' })
    expect(await status('AWAY')).toBe('online')
    expect(await choice()).toMatchObject({ modo: 'base', station: { codigo: 'AWAY' } })
    await pass(5 * SECOND)
    expect(await openAlarms()).toEqual(['TAPE wrong_time'])
  })

  it('records every change once', async () => {
    const changes = async (code: Code) =>
      (await health(code)).cambios.map(({ status }: { status: string }) => status).reverse()
    expect(await changes('STOP')).toEqual(['online', 'offline', 'degraded', 'online'])
    expect(await changes('LOSE')).toEqual(['online', 'degraded', 'online'])
    expect(await changes('WORK')).toEqual(['online', 'maintenance', 'offline', 'degraded', 'online'])
    expect(await changes('AWAY')).toEqual(['online', 'degraded', 'online'])
    for (const code of ['MOVE', 'KEEP', 'TAPE'] as const) expect(await changes(code)).toEqual(['online'])
  })

  it('logs the start and the end of every alarm', async () => {
    const told = (code: Code) => logged.filter((line) => line.startsWith(`station ${code}: `))
    expect(told('AWAY')).toEqual([
      'station AWAY: its position is 0.85 m off the registered one (maximum 0.10 m)',
      'station AWAY: moved is over',
    ])
    expect(told('LOSE')).toEqual([
      expect.stringMatching(/^station LOSE: receives 9[0-4](\.\d)? % of the epochs \(minimum 95 %\)$/),
      'station LOSE: degraded is over',
    ])
    expect(told('STOP').filter((line) => !line.includes('degraded') && !line.includes('of the epochs'))).toEqual([
      'station STOP: no data for more than 60 s',
      'station STOP: down is over',
    ])
    expect(told('MOVE').sort()).toEqual([
      'station MOVE: its position is 2.50 m off the registered one (maximum 0.10 m)',
      'station MOVE: moved is over',
      'station MOVE: no GLONASS satellites for more than 60 s',
      'station MOVE: silent_constellation is over',
    ])
    expect(told('KEEP')).toEqual([])
  })

  it('keeps the history when the caster restarts, and measures no minute without a caster', async () => {
    const before = (await health('STOP')).uptime.historial.slice(-2)
    await passUntil(Math.ceil(healthyAt / MINUTE) * MINUTE + 20 * SECOND)
    await stopCaster()
    await pass(3 * MINUTE)
    // Without a running caster, a station is reported as offline.
    expect(await status('KEEP')).toBe('offline')
    await startCaster()
    station('STOP').stop()
    await pass(10 * SECOND)
    expect(await status('KEEP')).toBe('online')
    await pass(4 * MINUTE)
    const after = (await health('STOP')).uptime.historial.slice(-2)
    expect(after[0]).toEqual(before[0])
    expect(after[1].minutos_arriba).toBeGreaterThanOrEqual(before[1].minutos_arriba)
    expect(after[1].minutos_caidos).toBeGreaterThan(before[1].minutos_caidos)
    stopTape()
  })

  it('records every minute as up, down or not measured, as the epochs sent show', async () => {
    const end = Math.floor(Date.now() / MINUTE) * MINUTE
    const working = { from: START + 2 * MINUTE, to: START + 5 * MINUTE }
    for (const code of CODES) {
      const expected: string[] = []
      for (let minute = Math.floor(START / MINUTE) * MINUTE; minute < end; minute += MINUTE) {
        const inside = (at: number) => at >= minute && at < minute + MINUTE
        const isUp = sent.get(code)!.some((at) => inside(at) && runs.some(({ from, to }) => at >= from && at < to))
        const isWatched = runs.some(({ from, to }) => from <= minute && to >= minute + MINUTE)
        const isWorkedOn = code === 'WORK' && minute + MINUTE > working.from && minute + MINUTE <= working.to
        const state = isUp ? 'up' : isWatched && !isWorkedOn ? 'down' : null
        if (state) expected.push(`${new Date(minute).toISOString().slice(11, 16)} ${state}`)
      }
      const { rows } = await service.db.pool.query(
        'select minute, up from station_minutes where station_id = $1 order by minute',
        [ids.get(code)],
      )
      const kept = rows.map(({ minute, up }) => `${minute.toISOString().slice(11, 16)} ${up ? 'up' : 'down'}`)
      expect([code, kept]).toEqual([code, expected])

      const count = (state: string, from: string, to: string) =>
        expected.filter((text) => text.endsWith(state) && text >= from && text < to).length
      const [yesterday, today] = (await health(code)).uptime.historial.slice(-2)
      expect(yesterday).toMatchObject({
        fecha: '2026-11-13',
        minutos_arriba: count(' up', '00', '06'),
        minutos_caidos: count(' down', '00', '06'),
        minutos_sin_datos: 1440 - count('', '00', '06'),
      })
      expect(today).toMatchObject({
        fecha: '2026-11-14',
        minutos_arriba: count(' up', '06', '24'),
        minutos_caidos: count(' down', '06', '24'),
        minutos_sin_datos: (end - Date.parse('2026-11-14T06:00Z')) / MINUTE - count('', '06', '24'),
      })
    }
  })
})

describe('two casters', () => {
  it('keep a station online that moves from one to the other and back, without a gap or an alarm', async () => {
    for (const code of ['MOVE', 'WORK'] as const) station(code).stop()
    second = await casterAt(0)
    logged.length = 0
    const here = await simulated('LOSE')
    const there = await simulated('LOSE', second.caster.address.port)
    station('LOSE').stop()
    const seen = new Set<string>()
    const go = async (one: SimulatedStation, minutes: number) => {
      stations.set('LOSE', one)
      one.start()
      for (let rest = minutes * 6; rest > 0; rest--) {
        await pass(10 * SECOND)
        seen.add(await status('LOSE'))
      }
      one.stop()
    }
    const from = Math.ceil(Date.now() / MINUTE) * MINUTE
    await go(there, 3)
    await go(here, 3)
    await go(there, 2)
    expect(seen).toEqual(new Set(['online']))
    expect(logged.filter((line) => line.startsWith('station LOSE'))).toEqual([])
    const { rows } = await service.db.pool.query(
      'select up from station_minutes where station_id = $1 and minute >= $2',
      [ids.get('LOSE'), new Date(from)],
    )
    expect(rows.length).toBeGreaterThanOrEqual(7)
    expect(rows.every(({ up }) => up)).toBe(true)
  })

  it("record every minute of every station correctly, without reporting each other's stations as silent", async () => {
    const { rows } = await service.db.pool.query(
      `select code, count(*) filter (where not up)::int as down from station_minutes join stations s on s.id = station_id
       where minute >= $1 group by code order by code`,
      [new Date(Math.floor((Date.now() - 7 * MINUTE) / MINUTE) * MINUTE)],
    )
    expect(rows.filter(({ down }) => down > 0).map(({ code }) => code)).toEqual(['MOVE', 'STOP', 'TAPE', 'WORK'])
    expect(rows.map(({ code }) => code)).toEqual(CODES.toSorted())
  })
})
