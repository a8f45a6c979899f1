import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTokenOf } from '../../src/actions/people/tokens/create.ts'
import { randomCode } from '../../src/base/secrets.ts'
import type { LiveHealth } from '../../src/domain/stations/telemetry.ts'
import { eventId } from '../../src/domain/webhooks/events.ts'
import { targetRefuser } from '../../src/outbound/webhooks/target.ts'
import { HealthRecorder } from '../../src/recording/health/recorder.ts'
import { tidyUp } from '../../src/start/jobs/tidy-up.ts'
import { adoptCopiedEvents } from '../../src/store/webhooks/events.ts'
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
  it("returns the owner's events as sent, newest first, with or without webhooks", async () => {
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

  it('accepts times in every form of the contract, and rejects others', async () => {
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

  it('goes back 90 days', async () => {
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

/** Polls new events, oldest first, two at a time. */
class Poller {
  readonly read: string[] = []
  readonly #who: Client
  constructor(who: Client) {
    this.#who = who
  }

  async poll(): Promise<void> {
    const last = this.read.at(-1)
    const events = await log(this.#who, last ? `?despues_de=${last}&limit=2` : '?orden=asc&limit=2')
    this.read.push(...events.map(({ id }: { id: string }) => id))
  }

  /** Transactions of other tests on the same server can delay the newest events. */
  async pollUntil(count: number): Promise<string[]> {
    await until(async () => {
      await this.poll()
      return this.read.length >= count
    })
    return this.read
  }
}

describe('GET /eventos, oldest first', () => {
  let ownerId: number
  let reader: Client
  beforeEach(async () => {
    const { secret, token } = await service.token(undefined, `Poller ${randomCode(8, 'abcdefgh')}`)
    ownerId = token.ownerId
    reader = service.as(secret)
  })

  const idAt = (secondsAgo: number) => eventId(new Date(Date.now() - secondsAgo * 1000), randomCode)
  const insert = (client: Pick<pg.ClientBase, 'query'>, id: string, type = 'credential.issued') =>
    client.query(
      `insert into events (id, owner_id, type, created_at, body)
       values ($1, $2, $3, now(), json_build_object('id', $1::text, 'type', $3::text))`,
      [id, ownerId, type],
    )

  it('pages by cursor and by the id of an event, and filters by type and time', async () => {
    const ids = [idAt(50), idAt(40), idAt(30), idAt(20), idAt(10)]
    for (const [index, id] of ids.entries())
      await insert(service.db.pool, id, index % 2 === 0 ? 'credential.issued' : 'credential.revoked')
    expect(await new Poller(reader).pollUntil(5)).toEqual(ids)
    const idsOf = async (query: string) => (await log(reader, query)).map(({ id }: { id: string }) => id)
    expect(await idsOf(`?despues_de=${ids[1]}`)).toEqual(ids.slice(2))
    expect(await idsOf(`?despues_de=${ids[4]}`)).toEqual([])
    expect(await idsOf(`?orden=asc&tipo=credential.revoked`)).toEqual([ids[1], ids[3]])
    expect(await idsOf(`?despues_de=${ids[1]}&tipo=credential.revoked`)).toEqual([ids[3]])
    const between = `desde=${new Date(Date.now() - 45_000).toISOString()}&hasta=${new Date(Date.now() - 15_000).toISOString()}`
    expect(await idsOf(`?orden=asc&${between}`)).toEqual(ids.slice(1, 4))

    const first = await reader.get(`/eventos?despues_de=${ids[0]}&limit=2`)
    expect(first.headers.link).toContain(`despues_de=${ids[0]}&limit=2&cursor=${first.body.next_cursor}`)
    const second = await reader.get(`/eventos?despues_de=${ids[0]}&limit=2&cursor=${first.body.next_cursor}`)
    expect(second.body.eventos.map(({ id }: { id: string }) => id)).toEqual(ids.slice(3))
    expect(second.body.next_cursor).toBe(null)
    expectInvalid(await reader.get(`/eventos?cursor=${first.body.next_cursor}`), '/cursor')
  })

  it('rejects an event that the owner cannot read, and a conflicting order', async () => {
    const others = await service.db.pool.query<{ id: string }>('select id from events where owner_id <> $1 limit 1', [
      ownerId,
    ])
    for (const id of [others.rows[0]!.id, idAt(0), 'evt_1'])
      expect(expectInvalid(await reader.get(`/eventos?despues_de=${id}`), '/despues_de').errors[0].code).toBe(
        'unknown_event_id',
      )
    const own = idAt(1)
    await insert(service.db.pool, own)
    expectInvalid(await reader.get(`/eventos?orden=desc&despues_de=${own}`), '/orden')
    expectInvalid(await reader.get('/eventos?orden=up'), '/orden')
  })

  it('misses no event that is committed after one with a higher id', async () => {
    const [low, high] = [idAt(5), idAt(1)]
    const poller = new Poller(reader)
    await insert(service.db.pool, high)
    await poller.pollUntil(1)
    await insert(service.db.pool, low)
    expect(await poller.pollUntil(2)).toEqual([high, low])
  })

  it('holds an event back until earlier writing transactions have ended', async () => {
    const [first, second, undone] = [idAt(5), idAt(1), idAt(3)]
    const poller = new Poller(reader)
    const slow = await service.db.pool.connect()
    await slow.query('begin')
    await insert(slow, first)
    await insert(service.db.pool, second)
    await poller.poll()
    expect(poller.read).toEqual([])
    expect((await log(reader)).map(({ id }: { id: string }) => id)).toEqual([second])
    await slow.query('commit')
    expect(await poller.pollUntil(2)).toEqual([first, second])

    await slow.query('begin')
    await insert(slow, undone)
    await slow.query('rollback')
    slow.release()
    const last = idAt(0)
    await insert(service.db.pool, last)
    expect(await poller.pollUntil(3)).toEqual([first, second, last])
  })

  it('returns each event once despite concurrent writes', async () => {
    const poller = new Poller(reader)
    const ids = Array.from({ length: 200 }, (_, index) => idAt((index * 7) % 10))
    const written = Promise.all(
      Array.from({ length: 4 }, async (_, writer) => {
        for (const id of ids.filter((_, index) => index % 4 === writer)) await insert(service.db.pool, id)
      }),
    )
    await poller.pollUntil(200)
    await written
    expect([...poller.read].sort()).toEqual([...ids].sort())
  })

  it('continues after the events were copied from another server', async () => {
    const [read, unread, next] = [idAt(9), idAt(5), idAt(1)]
    const poller = new Poller(reader)
    await insert(service.db.pool, read)
    await poller.pollUntil(1)
    await insert(service.db.pool, unread)
    // Simulates rows from a server whose transaction ids are far ahead of this one's.
    await service.db.pool.query(
      `update events set transaction_id = ((transaction_id::text)::bigint + 1000000000000)::text::xid8 where owner_id = $1`,
      [ownerId],
    )
    expect(await adoptCopiedEvents(service.db, 1)).toBe(1)
    expect(await adoptCopiedEvents(service.db, 10)).toBe(1)
    expect(await adoptCopiedEvents(service.db, 10)).toBe(0)
    await insert(service.db.pool, next)
    expect(await poller.pollUntil(3)).toEqual([read, unread, next])
  })
})

/** Records one measurement of CDMX by a caster. */
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

describe('station events', () => {
  it('reach every subscribed owner as one event, for a measured change and an alarm', async () => {
    const mine = await receiver()
    const theirs = await receiver()
    const one = await subscribe(service, mine.url, 'station.status_changed,station.alarm')
    await subscribe(service, theirs.url, 'station.alarm')
    startWorkers(service)
    const at = new Date()
    const recorder = caster()
    await look(recorder, at)
    // Two casters report it; there is one event.
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
    // Owners without a subscription can read them too.
    for (const who of [one.client, client])
      expect(typesOf(await log(who, `?desde=${at.toISOString()}`)).sort()).toEqual([
        'station.alarm',
        'station.alarm',
        'station.status_changed',
      ])
  })

  it('include declared maintenance, and no other change of a station', async () => {
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

  it('are deleted after 120 days although other events stay', async () => {
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
  it('returns the organization, the token with its scopes and limits, and the quotas', async () => {
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
          horas_rinex_por_dia: { limite: null, usadas: null },
        },
      },
      modo: 'produccion',
    })
    expect((await (await service.client(['webhooks'])).get('/yo')).status).toBe(200)
  })
})
