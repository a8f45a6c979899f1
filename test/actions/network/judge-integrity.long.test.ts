// The judge finds movements in the baselines that nodes write, keeps them over restarts, and leaves decisions to people.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { noise } from '../../../packages/gnss/test/support/world.ts'
import { IntegrityJudge } from '../../../src/actions/network/judge-integrity.ts'
import { setNetwork } from '../../../src/actions/network/set.ts'
import { acceptPosition, acknowledgePosition, setMovementLimits } from '../../../src/actions/stations/position.ts'
import { isTakenOut, movedBy } from '../../../src/domain/stations/position.ts'
import { alarmsOf } from '../../../src/domain/stations/telemetry.ts'
import { readIonosphereIndex, readStationPosition } from '../../../src/reads/station-position.ts'
import { CurrentReader } from '../../../src/store/current/current.ts'
import { renewNode } from '../../../src/store/operations/nodes/rows.ts'
import { en } from '../../../src/words/en.ts'
import { alarmText } from '../../../src/words/stations.ts'
import { byTest } from '../../support/action-context.ts'
import { BIN_MS, TestBaselines } from '../../support/baselines.ts'
import { expectProblem } from '../../support/problems.ts'
import { measure, stationIdOf } from '../../support/rows.ts'
import { type Client, STATIONS, TestService } from '../../support/service.ts'

const START = Date.UTC(2026, 10, 14, 6)
const HOUR_BINS = 12

let service: TestService
let client: Client
let [cdmx, toluca, cuernavaca] = [0, 0, 0]
let baselines: TestBaselines
let judge: IntegrityJudge
let atMs = START

beforeAll(async () => {
  service = await TestService.start()
  client = await service.client()
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.db.pool.query(
    'truncate stations, station_health, station_integrity, station_offsets, baselines, baseline_bins, baseline_days, network_ionosphere cascade',
  )
  service.time = new Date(START)
  await service.saveStations(STATIONS.cdmx, STATIONS.toluca, STATIONS.cuernavaca)
  cdmx = await stationIdOf(service, 'CDMX')
  toluca = await stationIdOf(service, 'TOLU')
  cuernavaca = await stationIdOf(service, 'CUER')
  baselines = new TestBaselines(service.db, [
    { ...STATIONS.cdmx, id: cdmx },
    { ...STATIONS.toluca, id: toluca },
    { ...STATIONS.cuernavaca, id: cuernavaca },
  ])
  const random = noise(7)
  baselines.noise = () => 0.002 * random()
  judge = new IntegrityJudge()
  measures = true
  atMs = START
})

const book = async () => (await new CurrentReader(service.db, { casterHost: 'x', casterPort: 2101 }).current()).book

let measures = true
const NODE = { id: 'measuring', name: 'm', machine: 'm', roles: ['caster'], version: '1' }

/** Five minutes each; judged every half an hour. */
async function pass(bins: number): Promise<void> {
  for (let bin = 1; bin <= bins; bin++) {
    atMs += BIN_MS
    await baselines.write(atMs)
    if (bin % 6 !== 0 && bin !== bins) continue
    service.time = new Date(atMs + 60_000)
    await renewNode(service.db, NODE, { rovers: 0, stations: 0, bus: null, measures }, 0)
    await judge.run(service.db, (await book()).active, service.time)
  }
}

const station = async (id: number) => (await book()).byId.get(id)!
const moved = async () => (await book()).active.filter(({ observed }) => observed != null).map(({ code }) => code)
const position = async (id: number) => {
  const { byId, active } = await book()
  return readStationPosition(service.db, byId.get(id)!, active, service.time!)
}

describe('a station that moves', () => {
  it('is reported within an hour, with its direction, and its neighbours are not', async () => {
    await pass(3 * HOUR_BINS)
    expect(await moved()).toEqual([])
    baselines.offsets.set(toluca, { east: 0.03, north: 0, up: 0 })
    await pass(HOUR_BINS)
    expect(await moved()).toEqual(['TOLU'])
    const { observed } = await station(toluca)
    expect(observed!.eastMm).toBeGreaterThan(20)
    expect(Math.abs(observed!.northMm)).toBeLessThan(8)
    expect(observed!.isAttributed).toBe(true)
    expect(observed!.since.getTime()).toBeGreaterThan(START + 2.5 * 3_600_000)
    const [alarm] = alarmsOf(await station(toluca), 'online', [])
    expect(alarmText(en, alarm!)).toMatch(/^observations show that it moved \d\.\d cm east/)
  })

  it('keeps the movement for days, over a restart and on another node, until it is back', async () => {
    await pass(2 * HOUR_BINS)
    baselines.offsets.set(toluca, { east: 0, north: 0.05, up: 0 })
    await pass(HOUR_BINS)
    expect(await moved()).toEqual(['TOLU'])
    judge = new IntegrityJudge()
    await pass(14 * HOUR_BINS)
    expect(await moved()).toEqual(['TOLU'])
    baselines.offsets.delete(toluca)
    await pass(HOUR_BINS)
    expect(await moved()).toEqual([])
  })

  it('starts again after a person registered the new place, and the next movement is found', async () => {
    await pass(2 * HOUR_BINS)
    baselines.offsets.set(toluca, { east: 0.05, north: 0, up: 0 })
    await pass(HOUR_BINS)
    const { lng } = await station(toluca)
    const context = byTest({ db: service.db }, service.time!)
    await acceptPosition(context, { id: toluca }, 'moved')
    expect((await station(toluca)).lng - lng).toBeCloseTo(0.05 / (111_320 * Math.cos(0.3365)), 7)
    await pass(4 * HOUR_BINS)
    expect(await moved()).toEqual([])
    baselines.offsets.set(toluca, { east: 0.05, north: 0.05, up: 0 })
    await pass(HOUR_BINS)
    expect(await moved()).toEqual(['TOLU'])
    expect((await station(toluca)).observed!.northMm).toBeGreaterThan(35)
  })

  it('is no alarm for as long as a person ignores it', async () => {
    await pass(2 * HOUR_BINS)
    baselines.offsets.set(toluca, { east: 0.05, north: 0, up: 0 })
    await pass(HOUR_BINS)
    const context = byTest({ db: service.db }, service.time!)
    await acknowledgePosition(context, { id: toluca }, 1)
    expect(movedBy(await station(toluca))).toBeNull()
    expect((await station(toluca)).observed).not.toBeNull()
    await acknowledgePosition(context, { id: toluca })
    expect((await station(toluca)).observed).toBeNull()
    await pass(3 * HOUR_BINS)
    expect(await moved()).toEqual([])
  })

  it('leaves the network by itself only if the operator chose that', async () => {
    await pass(2 * HOUR_BINS)
    baselines.offsets.set(toluca, { east: 0.05, north: 0, up: 0 })
    await pass(HOUR_BINS)
    expect(isTakenOut(await station(toluca), service.time!)).toBe(false)
    const context = { ...byTest({ db: service.db }, service.time!), keys: service.services.keys }
    await setNetwork(context, { observedTakesOut: true })
    expect(isTakenOut(await station(toluca), service.time!)).toBe(true)
    await setNetwork(context, { observedTakesOut: false })
  })

  it('is judged by limits of its own', async () => {
    const context = byTest({ db: service.db }, service.time!)
    await setMovementLimits(context, { id: toluca }, { horizontalMm: 80, verticalMm: null })
    expect(() => setMovementLimits(context, { id: toluca }, { horizontalMm: 1, verticalMm: null })).toThrow()
    await pass(2 * HOUR_BINS)
    baselines.offsets.set(toluca, { east: 0.05, north: 0, up: 0 })
    await pass(HOUR_BINS)
    expect(await moved()).toEqual([])
    expect((await position(toluca)).detectable).toEqual({ horizontalMm: 80, verticalMm: 40 })
  })
})

describe('no alarm without a cause', () => {
  it('is raised when a neighbour disappears and comes back, with antennas of unlike heights', async () => {
    baselines.offsets.set(cdmx, { east: 0.004, north: 0, up: 0.06 })
    baselines.offsets.set(cuernavaca, { east: 0, north: 0.005, up: -0.05 })
    await pass(3 * HOUR_BINS)
    baselines.silent.add(cdmx)
    await pass(2 * HOUR_BINS)
    baselines.silent.delete(cdmx)
    await pass(2 * HOUR_BINS)
    expect(await moved()).toEqual([])
  })

  it('is raised when the only fixed solutions of 20 minutes are wrong', async () => {
    await pass(2 * HOUR_BINS)
    baselines.offsets.set(toluca, { east: 0.03, north: 0.01, up: 0.05 })
    await pass(4)
    baselines.offsets.delete(toluca)
    await pass(HOUR_BINS)
    expect(await moved()).toEqual([])
  })

  it('is raised by the scatter of a day', async () => {
    const random = noise(11)
    baselines.noise = () => 0.006 * random()
    await pass(20 * HOUR_BINS)
    expect(await moved()).toEqual([])
    expect((await position(cdmx)).detectable!.horizontalMm).toBeGreaterThanOrEqual(20)
  })
})

describe('what is shown', () => {
  it('has the position by baselines, which of them agree, and the API reports it', async () => {
    baselines.offsets.set(toluca, { east: 0.004, north: -0.003, up: 0 })
    await pass(2 * HOUR_BINS)
    const shown = await position(toluca)
    expect(shown).toMatchObject({ unchecked: null, hour: { baselines: 2, isAttributed: true } })
    expect(shown.offsets).toHaveLength(2 * HOUR_BINS)
    expect(shown.baselines.map(({ code, state }) => [code, state]).toSorted()).toEqual([
      ['CDMX', 'agrees'],
      ['CUER', 'agrees'],
    ])
    const { posicion } = (await client.get(`/stations/${toluca}/calidad`)).body
    expect(posicion).toMatchObject({ metodo: 'red', minimo_detectable_mm: 20 })
    expect(Math.abs(posicion.este_mm - 4)).toBeLessThan(3)
  })

  it('names the reason where a station cannot be checked, and never shows old values', async () => {
    await pass(HOUR_BINS)
    await measure(service, 'CDMX', { measuredAt: new Date(atMs) })
    baselines.trouble = { code: 'two_bands', stationId: null }
    await pass(4)
    await measure(service, 'CDMX', { measuredAt: service.time! })
    await judge.run(service.db, (await book()).active, service.time!)
    expect(await position(cdmx)).toMatchObject({ unchecked: 'two_bands', latest: null, hour: null, detectable: null })
    expect((await position(cdmx)).baselines.map(({ trouble }) => trouble)).toEqual(['two_bands', 'two_bands'])
    expect((await client.get(`/stations/${cdmx}/calidad`)).body.posicion).toBeNull()
    service.time = new Date(service.time!.getTime() + 3_600_000)
    expect((await position(cdmx)).unchecked).toBe('not_judged')
  })

  it('says that no station is near, and that no caster has enough memory', async () => {
    await service.saveStations({ ...STATIONS.cdmx, code: 'MERI', mountpoint: 'MERI', lat: 20.97, lng: -89.62 })
    await pass(1)
    expect((await position(await stationIdOf(service, 'MERI'))).unchecked).toBe('no_neighbour')
    measures = false
    baselines.silent.add(cdmx).add(toluca)
    await pass(4)
    expect((await position(cdmx)).unchecked).toBe('little_memory')
  })

  it('has the index of the ionosphere of the last hour, and null if it was not measured', async () => {
    expect((await client.get('/red')).body.red.ionosfera).toBeNull()
    const counts = Array.from({ length: 100 }, (_, step) => (step < 20 ? 10 : 0))
    baselines.ionosphere = counts
    await pass(HOUR_BINS)
    expect(await readIonosphereIndex(service.db, service.time!)).toMatchObject({ ppm: 4.75, class: 'high' })
    expect((await client.get('/red')).body.red.ionosfera).toMatchObject({ indice_ppm: 4.75, clase: 'alta' })
    service.time = new Date(service.time!.getTime() + 3 * 3_600_000)
    expect((await client.get('/red')).body.red.ionosfera).toBeNull()
  })

  it('takes nothing from a node that lost the lease of the station', async () => {
    await service.db.pool.query(
      "insert into station_leases (station_id, node, fence, taken_at) values ($1, 'other', 5, now())",
      [cdmx],
    )
    baselines.fencingToken = 4
    await baselines.write(START)
    const { rows } = await service.db.pool.query('select count(*)::int as bins from baseline_bins where a = $1', [cdmx])
    expect(rows[0].bins).toBe(0)
  })
})

it('answers 404 for the position of an unknown station', async () => {
  expectProblem(await client.get('/stations/999999/calidad'), 404, 'station_not_found')
})
