// The log of events, those of stations among them, and who is asking.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTokenOf } from '../../src/actions/people/tokens/create.ts'
import type { LiveHealth } from '../../src/domain/stations/telemetry.ts'
import { targetRefuser } from '../../src/outbound/webhooks/target.ts'
import { HealthRecorder } from '../../src/recording/health/recorder.ts'
import { tidyUp } from '../../src/start/jobs/tidy-up.ts'
import { byTest } from '../support/action-context.ts'
import { expectInvalid, expectProblem } from '../support/problems.ts'
import { until } from '../support/process.ts'
import { ALLOW, receiver, startWorkers, subscribe } from '../support/receiver.ts'
import { stationIdOf } from '../support/rows.ts'
import { type Client, STATIONS, TestService } from '../support/service.ts'

const DAY_MS = 86_400_000

let service: TestService
let client: Client
let stranger: Client

beforeAll(async () => {
  service = await TestService.start({ refuseTarget: targetRefuser(ALLOW) })
  await service.saveStations(STATIONS.cdmx, STATIONS.toluca)
  client = await service.client(undefined, 'Reader')
  stranger = await service.client(undefined, 'Stranger')
})
afterAll(() => service.stop())

const typesOf = (events: readonly { type: string }[]) => events.map(({ type }) => type)
const log = async (who: Client, query = '') => (await who.get(`/eventos${query}`)).body.eventos

describe('GET /eventos', () => {
  it('shows what was or would have been sent as it was sent, newest first, and nobody else’s', async () => {
    const made = (await client.post('/credentials', { segundos: 3600, label: 'Obra' })).body.credential
    await client.delete(`/credentials/${made.id}`)
    await stranger.post('/credentials', { segundos: 3600 })
    const { body, headers, text } = await client.get('/eventos')
    expect(headers['content-type']).toMatch(/^application\/json/)
    expect(typesOf(body.eventos)).toEqual(['credential.revoked', 'credential.issued'])
    const stored = (await service.events()).filter(({ credential_id }) => credential_id === made.id)
    for (const event of stored) expect(text).toContain(event.body)
    for (const hidden of [made.password, made.url, made.pdf]) expect(text).not.toContain(hidden)
    expect(body.next_cursor).toBe(null)
  })

  it('is filtered by type and time, and paged', async () => {
    const [newest, oldest] = await log(client)
    expect(await log(client, '?tipo=credential.issued')).toEqual([oldest])
    expect(await log(client, `?tipo=order.paid`)).toEqual([])
    expect(await log(client, `?desde=${newest.timestamp}`)).toContainEqual(newest)
    expect(await log(client, `?hasta=${oldest.timestamp}`)).toEqual([])
    const first = await client.get('/eventos?limit=1')
    expect(first.body.eventos).toEqual([newest])
    expect(first.headers.link).toContain('/api/v1/eventos?limit=1&cursor=')
    const second = await client.get(`/eventos?limit=1&cursor=${first.body.next_cursor}`)
    expect([second.body.eventos, second.body.next_cursor]).toEqual([[oldest], null])
    expectInvalid(await client.get('/eventos?tipo=credential.lost'), '/tipo')
    expect(expectInvalid(await client.get('/eventos?desde=ayer'), '/desde').errors[0].code).toBe('time_form')
    expectInvalid(await client.get('/eventos?cursor=YmVmb3JlOjQy'), '/cursor')
    expectProblem(await (await service.client(['provision'])).get('/eventos'), 403, 'insufficient_scope')
  })

  it('reads times in every form that the contract has, and refuses what is none', async () => {
    const all = await log(client)
    expect(all).not.toEqual([])
    const before = ['2000-01-01', '2000-01-01T00:00:00-06', '2000-01-01T00:00', '1950-01-01T00:00:00Z']
    const after = ['2100-01-01', '2100-01-01T00:00:00-0600', '2100-01-01T00:00:00.123456789-06']
    for (const time of before) {
      expect([time, await log(client, `?desde=${time}`)]).toEqual([time, all])
      expect([time, await log(client, `?hasta=${time}`)]).toEqual([time, []])
    }
    for (const time of after) {
      expect([time, await log(client, `?desde=${time}`)]).toEqual([time, []])
      expect([time, await log(client, `?hasta=${time}`)]).toEqual([time, all])
    }
    for (const name of ['desde', 'hasta'])
      for (const time of ['2026-06-30T23:59:60Z', '2026-02-30', '2026-11-14T06:00:00-99'])
        expectInvalid(await client.get(`/eventos?${name}=${time}`), `/${name}`)
  })

  it('reaches back 90 days', async () => {
    const old = await service.client(undefined, 'Old')
    const ago = (days: number) => new Date(Date.now() - days * DAY_MS)
    for (const days of [91, 89]) {
      service.time = ago(days)
      await old.post('/credentials', { segundos: 3600 })
    }
    service.time = null
    expect(await log(old)).toHaveLength(1)
    expect(await log(old, `?desde=${ago(200).toISOString()}`)).toHaveLength(1)
  })
})

/** One look of a caster at CDMX. */
async function look(recorder: HealthRecorder, at: Date, live: Partial<LiveHealth> = {}): Promise<void> {
  const measured: LiveHealth = {
    stationId: await stationIdOf(service, 'CDMX'),
    measuredAt: at,
    healthPct: 99.5,
    latencyMs: 300,
    timeAheadMs: null,
    clocks: null,
    satellites: 30,
    satellitesByConstellation: { GPS: 20, GLO: 10 },
    position: null,
    silentConstellations: [],
    details: () => ({ receiver: null, antenna: null, intervalMs: 1000, messages: {} }),
    ...live,
  }
  await recorder.live([measured], at)
}

const caster = () =>
  new HealthRecorder({
    db: service.db,
    book: async () => (await service.services.current()).book,
    tellAlarm: () => {},
  })

describe('events of stations', () => {
  it('a change by measurement and an alarm reach every owner that subscribed, as one event', async () => {
    const mine = await receiver()
    const theirs = await receiver()
    const one = await subscribe(service, mine.url, 'station.status_changed,station.alarm')
    await subscribe(service, theirs.url, 'station.alarm')
    startWorkers(service)
    const at = new Date()
    const recorder = caster()
    await look(recorder, at)
    // Two casters notice; it happened once.
    const wrong = { silentConstellations: ['GLO'], satellites: 8, satellitesByConstellation: { GPS: 8 } }
    const later = new Date(at.getTime() + 2_500)
    for (const one of [recorder, caster()]) await look(one, later, wrong)
    await until(() => mine.received.length >= 3 && theirs.received.length >= 2)

    const [changed] = mine.received.filter(({ event }) => event.type === 'station.status_changed')
    expect(changed!.event).toEqual({
      id: expect.stringMatching(/^evt_/),
      type: 'station.status_changed',
      timestamp: later.toISOString(),
      api_version: 'v1',
      data: {
        station: expect.objectContaining({ codigo: 'CDMX', status: 'degraded', sats: 8, telemetria: true }),
        anterior: 'online',
        status: 'degraded',
        at: later.toISOString(),
      },
    })
    const alarms = theirs.received.map(({ event }) => event)
    expect(alarms.map(({ data }) => [data.alarma, data.desde, data.cifras]).sort()).toEqual([
      ['degraded', later.toISOString(), {}],
      ['silent_constellation', later.toISOString(), { constelaciones: ['GLO'] }],
    ])
    expect(alarms[0].data.station).toMatchObject({ codigo: 'CDMX', status: 'degraded' })
    const { rows } = await service.db.pool.query(`select owner_id from events where type like 'station.%'`)
    expect(rows.map(({ owner_id }) => owner_id)).toEqual([null, null, null])
    // Whoever subscribed to nothing reads of them all the same.
    for (const who of [one.client, client])
      expect(typesOf(await log(who, `?desde=${at.toISOString()}`)).sort()).toEqual([
        'station.alarm',
        'station.alarm',
        'station.status_changed',
      ])
  })

  it('a maintenance that the operator declares is a change too, and a change of anything else is none', async () => {
    const changes = async () =>
      (await log(client, '?tipo=station.status_changed')).map(({ data }: { data: object }) => data)
    const before = (await changes()).length
    await service.saveStations({ ...STATIONS.toluca, name: 'Toluca Centro' })
    expect(await changes()).toHaveLength(before)
    await service.saveStations({ ...STATIONS.toluca, declaredStatus: 'maintenance' })
    await service.saveStations({ ...STATIONS.toluca, declaredStatus: 'online' })
    const [ended, began] = await changes()
    expect(began).toMatchObject({
      station: { codigo: 'TOLU', status: 'maintenance' },
      anterior: 'online',
      status: 'maintenance',
    })
    expect(ended).toMatchObject({ station: { codigo: 'TOLU', status: 'online' }, anterior: 'maintenance' })
  })

  it('are removed in time although other events stay', async () => {
    const kept = await service.db.pool.query(
      `select count(*)::int as count from events where type not like 'station.%'`,
    )
    await tidyUp(service.db, new Date(Date.now() + 119 * DAY_MS))
    const count = async () => (await service.db.pool.query('select count(*)::int as count from events')).rows[0].count
    expect(await count()).toBeGreaterThan(kept.rows[0].count)
    await tidyUp(service.db, new Date(Date.now() + 121 * DAY_MS))
    expect(await count()).toBe(kept.rows[0].count)
  })
})

describe('GET /yo', () => {
  it('tells the organization, the token with its scopes and limits, and how much it may', async () => {
    const { secret, token } = await createTokenOf(byTest({ db: service.db }), 'Me', {
      name: 'ERP',
      scopes: ['read', 'import'],
      limits: ['no_passwords', 'no_webhooks'],
      expiresAt: new Date('2099-01-01T00:00:00Z'),
    })
    const { status, body } = await service.as(secret).get('/yo')
    expect(status).toBe(200)
    expect(body).toEqual({
      ok: true,
      organizacion: { id: token.ownerId, nombre: 'Me' },
      token: {
        id: token.id,
        nombre: 'ERP',
        alcances: ['read', 'import'],
        sin_passwords: true,
        sin_webhooks: true,
        expira_at: '2099-01-01T00:00:00.000Z',
        creado_at: token.createdAt.toISOString(),
      },
      limites: {
        por_minuto: 1_000_000,
        cuotas: {
          vigentes: { limite: null, usadas: null },
          emitidas_por_dia: { limite: null, usadas: null },
          correos_por_dia: { limite: null, usadas: null },
          webhooks: { limite: 20, usadas: 0 },
        },
      },
      modo: 'produccion',
    })
    expect((await (await service.client(['webhooks'])).get('/yo')).status).toBe(200)
  })
})
