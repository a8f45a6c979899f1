import { afterAll, beforeAll, expect, it } from 'vitest'
import { roverAdmitter } from '../../../src/reads/admit-rover.ts'
import { RememberedPasses } from '../../../src/reads/remembered-passes.ts'
import { STATIONS, TestService } from '../../support/service.ts'

let service: TestService

beforeAll(async () => {
  service = await TestService.start()
  await service.saveStations(STATIONS.cdmx)
})
afterAll(() => service.stop())

/** The caster's answer `seconds` after the API issued the credential, by the caster's clock. */
async function answerAt(seconds: number, more: Record<string, unknown> = {}) {
  const issuedAt = service.at('2026-11-15T18:00:00.000Z')
  const client = await service.client()
  const { body } = await client.post('/credentials', { segundos: 3600, station_codigo: 'CDMX', ...more })
  const { usuario: username, password } = body.credential
  const { db, services } = service
  const clock = () => new Date(issuedAt.getTime() + seconds * 1000)
  const memory = new RememberedPasses(0, () => {})
  const current = await services.current()
  const stations = { known: () => current, refresh: async () => {} }
  const rest = { memory, timeoutMs: 1_000, isDoubted: () => false }
  const admit = roverAdmitter({ db, keys: services.keys, clock, ...stations, ...rest })
  return (await admit({ username, password }, STATIONS.cdmx.mountpoint)).refusal
}

it('admits a credential that was just issued by a clock a few seconds ahead', async () => {
  expect(await answerAt(-1)).toBeNull()
  expect(await answerAt(-5)).toBeNull()
  expect(await answerAt(-5.001)).toBe('not_started')
})

it('does not admit a scheduled credential before its start', async () => {
  const later = { inicia_at: '2026-11-15T18:00:10.000Z' }
  expect(await answerAt(9.999, later)).toBe('not_started')
  expect(await answerAt(10, later)).toBeNull()
})

it('admits no credential after its end', async () => {
  expect(await answerAt(3_599.999)).toBeNull()
  expect(await answerAt(3_600)).toBe('expired')
})
