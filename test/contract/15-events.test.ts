import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expireCredentials } from '../../src/actions/credentials/expire.ts'
import { eventsOf, eventTypesOf } from '../support/events.ts'
import { expectProblem } from '../support/problems.ts'
import { countCredentials, insertCredentials, refusingEvents } from '../support/rows.ts'
import { type Client, STATIONS, TestService } from '../support/service.ts'

const NOON = '2026-11-14T18:00:00.000Z'
const EXPIRY = '2026-11-14T19:00:00.000Z'

let service: TestService
let client: Client
let ownerId: number

beforeAll(async () => {
  service = await TestService.start()
  const { token, secret } = await service.token()
  ownerId = token.ownerId
  client = service.as(secret)
  await service.saveStations(STATIONS.cdmx)
})
afterAll(() => service.stop())

const issue = async (body: object = {}) =>
  (await client.post('/credentials', { segundos: 3600, ...body })).body.credential
async function expire(at: string | Date): Promise<number> {
  const { book } = await service.services.current()
  return expireCredentials({ db: service.db, book, now: new Date(at) })
}

/** The credential as its events contain it. */
const told = ({
  password: _1,
  url: _2,
  pdf: _3,
  conectada: _4,
  ultima_conexion_at: _5,
  ...rest
}: Record<string, unknown>) => rest

describe('credential.issued', () => {
  it('is written once, at issue, with the credential', async () => {
    service.at(NOON)
    const credential = await issue({ station_codigo: 'CDMX', label: 'Obra', cliente_email: 'maria@example.mx' })
    const events = await eventsOf(service, credential.id)
    expect(events.map(({ body }) => body)).toEqual([
      {
        id: expect.stringMatching(/^evt_[0-9A-Za-z]{20,}$/),
        type: 'credential.issued',
        timestamp: NOON,
        api_version: 'v1',
        data: { credential: told(credential) },
      },
    ])
  })

  it('never contains the password or the links that show it', async () => {
    const { id, password, url, pdf } = await issue()
    const { text, body } = (await eventsOf(service, id))[0]!
    for (const hidden of [password, url, pdf, url.split('/').at(-1)]) expect(text).not.toContain(hidden)
    expect(body.data.credential).not.toHaveProperty('password')
    expect(body.data.credential).not.toHaveProperty('url')
    expect(body.data.credential).not.toHaveProperty('pdf')
  })

  it('is written in the same transaction: without the event no credential is issued', async () => {
    const before = await countCredentials(service)
    const answer = await refusingEvents(service, () => client.post('/credentials', { segundos: 3600 }))
    expectProblem(answer, 500, 'internal_error')
    expect(await countCredentials(service)).toBe(before)
  })

  it('is not written for a rejected request', async () => {
    const before = (await service.events()).length
    await client.post('/credentials', { segundos: 3600, station_codigo: 'NOPE' })
    expect((await service.events()).length).toBe(before)
  })

  it('is written in the same transaction with an idempotency key too', async () => {
    const before = await countCredentials(service)
    const ask = () => client.post('/credentials', { segundos: 3600 }, { 'idempotency-key': 'events-1' })
    expect((await refusingEvents(service, ask)).status).toBe(500)
    expect(await countCredentials(service)).toBe(before)
    const { id } = (await ask()).body.credential
    expect(await eventTypesOf(service, id)).toEqual(['credential.issued'])
  })
})

describe('credential.revoked', () => {
  it("is written once, at revocation, with the credential's current state", async () => {
    service.at(NOON)
    const credential = await issue()
    service.at('2026-11-14T18:30:00.000Z')
    const revoked = (await client.delete(`/credentials/${credential.id}`)).body.credential
    const [, event] = await eventsOf(service, credential.id)
    expect(event!.body).toEqual({
      id: expect.stringMatching(/^evt_/),
      type: 'credential.revoked',
      timestamp: '2026-11-14T18:30:00.000Z',
      api_version: 'v1',
      data: { credential: told(revoked) },
    })
    expect(event!.body.data.credential).toMatchObject({ estado: 'revocada', vigente: false })
    expect(event!.text).not.toContain(credential.password)
    expect(event!.text).not.toContain('/c/')
  })

  it('is written in the same transaction: without the event nothing is revoked', async () => {
    const { id } = await issue()
    const answer = await refusingEvents(service, () => client.delete(`/credentials/${id}`))
    expectProblem(answer, 500, 'internal_error')
    expect((await client.get(`/credentials/${id}`)).body.credential.estado).toBe('activa')
    expect((await client.delete(`/credentials/${id}`)).status).toBe(200)
    expect(await eventTypesOf(service, id)).toEqual(['credential.issued', 'credential.revoked'])
  })
})

describe('credential.expired', () => {
  it("is written once, after expira_at, with the credential's current state", async () => {
    service.at(NOON)
    const credential = await issue({ station_codigo: 'CDMX' })
    await expire('2026-11-14T18:59:59.999Z')
    expect(await eventTypesOf(service, credential.id)).toEqual(['credential.issued'])
    await expire(EXPIRY)
    await expire(EXPIRY)
    await expire('2026-11-20T00:00:00.000Z')
    const events = await eventsOf(service, credential.id)
    expect(events.map(({ type }) => type)).toEqual(['credential.issued', 'credential.expired'])
    expect(events[1]!.body).toEqual({
      id: expect.stringMatching(/^evt_/),
      type: 'credential.expired',
      timestamp: EXPIRY,
      api_version: 'v1',
      data: { credential: { ...told(credential), estado: 'expirada', vigente: false } },
    })
    expect(events[1]!.text).not.toContain(credential.password)
  })

  it('is never written for a revoked credential', async () => {
    service.at(NOON)
    const { id } = await issue()
    await client.delete(`/credentials/${id}`)
    await expire('2026-12-01T00:00:00.000Z')
    expect(await eventTypesOf(service, id)).toEqual(['credential.issued', 'credential.revoked'])
  })

  it('is not needed for the state: the API returns expirada before the job has run', async () => {
    service.at(NOON)
    const { id } = await issue()
    service.at(EXPIRY)
    expect((await client.get(`/credentials/${id}`)).body.credential).toMatchObject({
      estado: 'expirada',
      vigente: false,
    })
    expect(await eventTypesOf(service, id)).toEqual(['credential.issued'])
  })

  it('is written exactly once for each of thousands by concurrent runs', async () => {
    await expire('2027-01-01T00:00:00.000Z')
    const startsAt = new Date('2026-11-14T00:00:00.000Z')
    const ids = await insertCredentials(service, ownerId, Array(2_500).fill({ startsAt, expiresAt: new Date(EXPIRY) }))
    const noted = await Promise.all([expire(EXPIRY), expire(EXPIRY), expire(EXPIRY)])
    expect(noted.reduce((sum, count) => sum + count, 0) + (await expire(EXPIRY))).toBe(2_500)
    const told = (await service.events())
      .filter(({ type }) => type === 'credential.expired')
      .map((event) => event.credential_id)
    const ours = told.filter((id) => ids.includes(id))
    expect([ours.length, new Set(ours).size]).toEqual([2_500, 2_500])
  })

  it('is written with the note of expiry: after a failure the next run emits it', async () => {
    service.at(NOON)
    const { id } = await issue()
    await expect(refusingEvents(service, () => expire(EXPIRY))).rejects.toThrow(/refused/)
    expect(await eventTypesOf(service, id)).toEqual(['credential.issued'])
    await expire(EXPIRY)
    expect(await eventTypesOf(service, id)).toEqual(['credential.issued', 'credential.expired'])
  })
})

describe('every event', () => {
  it('has a unique id and belongs to the owner of the credential', async () => {
    const { rows } = await service.db.pool.query(
      `select count(*)::int as events, count(distinct e.id)::int as ids, count(distinct e.body::json ->> 'id')::int as bodies,
         count(*) filter (where e.id <> e.body::json ->> 'id' or e.type <> e.body::json ->> 'type' or e.owner_id <> c.owner_id)::int as wrong
       from events e join credentials c on c.id = e.credential_id`,
    )
    const { events, ids, bodies, wrong } = rows[0]
    expect(events).toBeGreaterThan(2_500)
    expect([ids, bodies, wrong]).toEqual([events, events, 0])
  })
})
