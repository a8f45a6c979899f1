import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectInvalid, expectProblem } from '../support/problems.ts'
import { countCredentials, refusingEvents } from '../support/rows.ts'
import { type Client, STATIONS, TestService } from '../support/service.ts'

let service: TestService
let client: Client

beforeAll(async () => {
  service = await TestService.start()
  client = await service.client()
  await service.saveStations(STATIONS.cdmx)
})
afterAll(() => service.stop())

const good = { segundos: 3600 }
const batch = (credentials: unknown) => client.post('/credentials/batch', { credentials })
const withBad = (index: number, bad: object) => Array.from({ length: 20 }, (_, at) => (at === index ? bad : good))

describe('POST /credentials/batch', () => {
  it('issues each body as POST /credentials would, in the order given', async () => {
    service.at('2026-11-14T18:00:00.000Z')
    const { status, body, headers } = await batch([
      { segundos: 3600, label: 'one' },
      { segundos: 7200, label: 'two', station_codigo: 'CDMX' },
      { segundos: 3600, label: 'three', inicia_at: '2026-11-16' },
    ])
    expect(status).toBe(201)
    expect(headers['cache-control']).toBe('no-store')
    expect(body.ok).toBe(true)
    expect(body.credentials).toMatchObject([
      { label: 'one', tipo: 'red', expira_at: '2026-11-14T19:00:00.000Z', vigente: true },
      { label: 'two', tipo: 'base', mountpoint: 'CDMX_RTCM32', expira_at: '2026-11-14T20:00:00.000Z' },
      { label: 'three', inicia_at: '2026-11-16T06:00:00.000Z', estado: 'activa', vigente: false },
    ])
    for (const credential of body.credentials) {
      expect((await client.get(`/credentials/${credential.id}`)).body.credential).toEqual(credential)
    }
  })

  it('accepts 1,000 bodies, each with its own event', async () => {
    const before = (await service.events()).length
    const { status, body } = await batch(Array(1000).fill(good))
    expect([status, body.credentials.length]).toEqual([201, 1000])
    expect((await service.events()).length - before).toBe(1000)
  })

  it.each([
    ['none at all', []],
    ['1,001', Array(1001).fill(good)],
    ['no list', good],
    ['null', null],
  ])('rejects %s', async (_, credentials) => {
    expectInvalid(await batch(credentials), '/credentials')
  })

  it.each([
    [{ segundos: 1 }, '/credentials/17/segundos'],
    [{}, '/credentials/17/segundos'],
    [{ ...good, inicio: '2026-12-24' }, '/credentials/17/inicio'],
    [{ ...good, station_codigo: 'NOPE' }, '/credentials/17/station_codigo'],
    [{ ...good, station_id: 999_999 }, '/credentials/17/station_id'],
    [{ ...good, inicia_at: '2026-02-30' }, '/credentials/17/inicia_at'],
    [{ ...good, label: 'a\u0000b' }, '/credentials/17/label'],
    [{ ...good, enviar_email: true }, '/credentials/17/cliente_email'],
  ])('points at the invalid item: %j at %s, and issues nothing', async (bad, pointer) => {
    const before = [await countCredentials(service), (await service.events()).length]
    expectInvalid(await batch(withBad(17, bad)), pointer)
    expect([await countCredentials(service), (await service.events()).length]).toEqual(before)
  })

  it('points at every invalid item', async () => {
    const bad = { ...good, station_codigo: 'NOPE' }
    expectInvalid(await batch([bad, good, bad]), '/credentials/0/station_codigo', '/credentials/2/station_codigo')
  })

  it('rejects a field beside the list', async () => {
    expectInvalid(await client.post('/credentials/batch', { credentials: [good], dry_run: true }), '/dry_run')
  })

  it('is atomic: if one event cannot be written, no credential is', async () => {
    const before = await countCredentials(service)
    const answer = await refusingEvents(service, () => batch([good, good, good]))
    expectProblem(answer, 500, 'internal_error')
    expect(await countCredentials(service)).toBe(before)
  })

  it('accepts a body of up to 1 MiB, and returns 413 for a larger one', async () => {
    const label = 'x'.repeat(200)
    const size = (count: number) => JSON.stringify({ credentials: Array(count).fill({ ...good, label }) }).length
    expect(size(1000)).toBeGreaterThan(64 * 1024)
    expect((await batch(Array(1000).fill({ ...good, label }))).status).toBe(201)
    const padded = (length: number) => JSON.stringify({ credentials: [good] }).padEnd(length)
    expect((await client.post('/credentials/batch', padded(1024 * 1024))).status).toBe(201)
    expectProblem(await client.post('/credentials/batch', padded(1024 * 1024 + 1)), 413, 'payload_too_large')
  })
})
