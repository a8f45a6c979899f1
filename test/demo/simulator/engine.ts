// A simulated VRS engine on its own port, five times as fast as a real one, and a position in the field.
import { expect, vi } from 'vitest'
import { VrsEngine } from '../../../src/demo/simulator/casters/vrs-engine.ts'
import type { Place } from '../../../src/demo/simulator/sky/earth.ts'
import { Sky } from '../../../src/demo/simulator/sky/sky.ts'

export const credentials = { username: 'user', password: 'pw' }
export const FIELD: Place = { lat: 20.6736, lng: -103.344, height: 1560.5 }

export async function startEngine(): Promise<VrsEngine> {
  const engine = new VrsEngine({ sky: new Sky(1, null), mountpoint: 'VRS', credentials, intervalMs: 200 })
  await engine.listen()
  return engine
}

export const until = (condition: () => unknown) =>
  vi.waitFor(() => expect(condition()).toBeTruthy(), { timeout: 90_000 })
