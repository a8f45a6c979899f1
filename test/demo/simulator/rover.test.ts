import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CallEvent } from '../../../src/demo/simulator/caller.ts'
import type { VrsEngine } from '../../../src/demo/simulator/casters/vrs-engine.ts'
import { SimulatedRover, type SimulatedRoverOptions } from '../../../src/demo/simulator/rover.ts'
import { toEcef } from '../../../src/demo/simulator/sky/earth.ts'
import { credentials, FIELD, startEngine, until } from './engine.ts'
import { distance } from './places.ts'

let engine: VrsEngine
beforeEach(async () => {
  engine = await startEngine()
})
afterEach(() => engine.close())

describe('SimulatedRover', () => {
  const rovers: SimulatedRover[] = []
  afterEach(() => {
    for (const rover of rovers.splice(0)) rover.stop()
  })
  function started(change: Partial<SimulatedRoverOptions> = {}) {
    const events: CallEvent[] = []
    const rover = new SimulatedRover({
      host: '127.0.0.1',
      port: engine.port,
      mountpoint: 'VRS',
      revision: 1,
      credentials,
      start: FIELD,
      ggaEveryMs: 300,
      onEvent: (event) => events.push(event),
      ...change,
    })
    rovers.push(rover)
    rover.start()
    return { rover, events }
  }

  it.each([1, 2] as const)('counts what it receives over a real socket, rev%d', async (revision) => {
    const { rover, events } = started({ revision })
    await until(() => rover.received.frames > 40)
    expect(rover.received.bytes).toBeGreaterThan(2000)
    const { x, y, z } = rover.base!
    expect(distance([x, y, z], toEcef(FIELD))).toBeLessThan(5)
    if (revision === 1) await until(() => rover.fix.quality === 5)
    rover.stop()
    await until(() => engine.sessions.length === 0)
    expect(events.map(({ kind }) => kind)).toEqual(['connected', 'disconnected'])
  })

  it('receives nothing if it does not send its position', async () => {
    const { rover } = started({ ggaEveryMs: null })
    await until(() => rover.state === 'connected')
    const witness = started().rover
    await until(() => witness.received.frames > 10)
    expect(rover.received.frames).toBe(0)
    expect(rover.fix.quality).toBe(1)
  })

  it('waits before it retries when it is rejected', async () => {
    const times: number[] = []
    const { rover } = started({
      credentials: { username: 'user', password: 'x' },
      retry: { firstMs: 600, longestMs: 600 },
      onEvent: (event) => {
        times.push(performance.now())
        expect(event).toEqual({ kind: 'refused', reason: 'credentials', said: 'HTTP/1.0 401 Unauthorized' })
        expect(rover.state).toBe('waiting')
      },
    })
    await until(() => times.length === 2)
    expect(times[1]! - times[0]!).toBeGreaterThan(500)
  })
})
