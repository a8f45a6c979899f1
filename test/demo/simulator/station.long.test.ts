import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CallEvent } from '../../../src/demo/simulator/caller.ts'
import { toEcef } from '../../../src/demo/simulator/sky/earth.ts'
import { Sky } from '../../../src/demo/simulator/sky/sky.ts'
import { SimulatedStation, type SimulatedStationOptions } from '../../../src/demo/simulator/station.ts'
import { measuresTime } from '../../support/loop-watch.ts'
import { distance, STATION } from './places.ts'
import { type PushCaster, pushCaster } from './push-caster.ts'

const sky = new Sky()
/** Ten times the real rate. */
const INTERVAL = 100

describe('SimulatedStation', () => {
  let caster: PushCaster
  let events: CallEvent[] = []
  const stations: SimulatedStation[] = []
  beforeEach(async () => {
    caster = await pushCaster('secret')
    events = []
  })
  afterEach(async () => {
    for (const station of stations.splice(0)) station.stop()
    await caster.close()
  })

  function started(change: Partial<SimulatedStationOptions> = {}): SimulatedStation {
    const station = new SimulatedStation({
      sky,
      station: STATION,
      host: '127.0.0.1',
      port: caster.port,
      mountpoint: 'CDMX',
      revision: 1,
      credentials: { username: 'cdmx', password: 'secret' },
      intervalMs: INTERVAL,
      latencyMs: 20,
      retry: { firstMs: 50, longestMs: 200 },
      onEvent: (event) => events.push(event),
      ...change,
    })
    stations.push(station)
    station.start()
    return station
  }
  const facts = () => caster.meter.takeSlice(Date.now())
  const until = (condition: () => unknown) => vi.waitFor(() => expect(condition()).toBeTruthy(), { timeout: 90_000 })
  const sent = (station: SimulatedStation, count: number) => until(() => station.epochs.sent >= count)

  it.each([
    { revision: 1 as const, chunked: false },
    { revision: 2 as const, chunked: false },
    { revision: 2 as const, chunked: true },
  ])('pushes all of its epochs, rev$revision, in chunks: $chunked', measuresTime(), async ({ revision, chunked }) => {
    const station = started({ revision, chunked })
    await sent(station, 8)
    station.stop()
    const { epochs, badCrcs, skippedBytes, latency, satellites } = facts()
    expect(caster.requests[0]).toMatchObject({ kind: 'push', mountpoint: 'CDMX', dialect: `ntrip${revision}`, chunked })
    expect(caster.requests[0]!.agent).toContain('NTRIP Vertice-Simulator')
    expect({ badCrcs, skippedBytes, gaps: epochs.gaps }).toEqual({ badCrcs: 0, skippedBytes: 0, gaps: 0 })
    expect(epochs.received).toBeGreaterThanOrEqual(7)
    expect(epochs.intervalMs).toBe(INTERVAL)
    expect(latency.medianMs).toBeGreaterThanOrEqual(19)
    expect(latency.medianMs).toBeLessThan(250)
    expect(satellites!.total).toBeGreaterThan(20)
    expect([station.state, events.map(({ kind }) => kind)]).toEqual(['stopped', ['connected', 'disconnected']])
  })

  it.each([1, 2] as const)('backs off when it is rejected, rev%d', async (revision) => {
    started({ revision, credentials: { username: 'cdmx', password: 'wrong' } })
    await until(() => events.length >= 3)
    expect(events[0]).toMatchObject({ kind: 'refused', reason: 'credentials' })
    expect(caster.requests.length).toBeLessThanOrEqual(4)
  })

  it('retries if nothing listens, and reconnects when it is disconnected', async () => {
    const nobody = started({ port: 1 })
    await until(() => events.some((event) => event.kind === 'disconnected' && event.why.includes('ECONNREFUSED')))
    nobody.stop()
    const station = started()
    await sent(station, 2)
    caster.hangUp()
    await until(() => station.state !== 'connected')
    await until(() => station.state === 'connected')
    expect(events.slice(-2).map(({ kind }) => kind)).toEqual(['disconnected', 'connected'])
  })

  it('has an outage and reconnects after it', async () => {
    const sentAt: number[] = []
    const station = started({ onEvent: () => sentAt.push(station.epochs.sent) })
    await sent(station, 5)
    station.outage(0.5)
    const before = station.epochs.sent
    expect(station.state).toBe('waiting')
    await until(() => caster.open() === 0)
    await sent(station, before + 3)
    expect(sentAt).toEqual([0, before, before]) // connected, disconnected, connected
    const { epochs } = facts()
    expect(epochs.gaps).toBe(1)
    expect(epochs.longestGapMs).toBeGreaterThanOrEqual(500)
    expect(epochs.expected - epochs.received).toBeGreaterThanOrEqual(4)
  })

  it('goes silent without closing the connection', async () => {
    const station = started()
    await sent(station, 3)
    station.silence(0.5)
    const before = station.epochs.sent
    await sent(station, before + 4) // one may have been in flight
    const { epochs } = facts()
    expect(epochs.longestGapMs).toBeGreaterThanOrEqual(500)
    expect(events).toEqual([{ kind: 'connected' }])
  })

  it('sends with a delay on command', measuresTime(), async () => {
    const station = started()
    await sent(station, 4)
    facts()
    station.latency(500)
    await sent(station, station.epochs.sent + 5)
    expect(facts().latency.medianMs).toBeGreaterThanOrEqual(490)
    station.latency(20)
    await sent(station, station.epochs.sent + 8)
    facts()
    await sent(station, station.epochs.sent + 3)
    const { latency, epochs } = facts()
    expect(latency.medianMs).toBeLessThan(400)
    expect(epochs.gaps).toBe(0)
  })

  it('loses the requested share of epochs', async () => {
    const station = started()
    await sent(station, 3)
    station.loseEpochs(0.5)
    await until(() => station.epochs.lost >= 4)
    station.loseEpochs(0)
    const { sent: whole, lost } = station.epochs
    await sent(station, whole + 3)
    const { epochs } = facts()
    expect(epochs.gaps).toBeGreaterThan(0)
    expect(epochs.expected - epochs.received).toBe(lost)
  })

  it('announces a moved antenna, and drops a constellation', async () => {
    const station = started()
    await sent(station, 2)
    station.moveAntenna({ east: 0, north: 2, up: 0 })
    station.dropConstellation('GAL')
    await sent(station, station.epochs.sent + 3)
    const { position, satellites } = facts()
    expect(distance([position!.x, position!.y, position!.z], toEcef(STATION.position))).toBeCloseTo(2, 3)
    expect(satellites!.byConstellation).not.toHaveProperty('GAL')
    station.restoreConstellation('GAL')
    await until(() => facts().satellites?.byConstellation.GAL)
  })
})
