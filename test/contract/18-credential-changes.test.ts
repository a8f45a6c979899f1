import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expireCredentials } from '../../src/actions/credentials/expire.ts'
import { notifyCustomers } from '../../src/actions/delivery/notify-customers.ts'
import { createTokenOf } from '../../src/actions/people/tokens/create.ts'
import { byTest } from '../support/action-context.ts'
import { eventsOf, eventTypesOf } from '../support/events.ts'
import { expectInvalid, expectProblem } from '../support/problems.ts'
import { type Client, STATIONS, TestService } from '../support/service.ts'

const NOON = '2026-11-14T18:00:00.000Z'
const later = (hours: number) => new Date(Date.parse(NOON) + hours * 3_600_000).toISOString()
const DAY_S = 86_400

let service: TestService
let client: Client
let stranger: Client

beforeAll(async () => {
  service = await TestService.start({ customerMail: { language: 'es', noticesMs: [86_400_000, 0] } })
  await service.saveStations(STATIONS.cdmx, STATIONS.toluca)
  client = await service.client()
  stranger = await service.client(undefined, 'Another reseller')
})
afterAll(() => service.stop())

const issue = async (body: object = {}) =>
  (await client.post('/credentials', { segundos: 3600, ...body })).body.credential
const read = async (id: number) => (await client.get(`/credentials/${id}`)).body.credential
const typesOf = (id: number) => eventTypesOf(service, id)
const lastOf = async (id: number, type: string) =>
  (await eventsOf(service, id)).filter((event) => event.type === type).at(-1)!.body
const expire = async () => {
  const { book } = await service.services.current()
  await expireCredentials({ db: service.db, book, now: service.time! })
}
const entriesOf = async (id: number) => {
  const { rows } = await service.db.pool.query(
    `select action, actor_kind from audit_log where subject_kind = 'credential' and subject_id = $1 and action <> 'credential.revealed' order by id`,
    [id],
  )
  return rows.map(({ action, actor_kind }) => [actor_kind, action])
}
const noticesOf = async (id: number) =>
  (await service.db.pool.query('select recipient from handovers where credential_id = $1', [id])).rows
async function clientWithoutPasswords(): Promise<Client> {
  const { secret } = await createTokenOf(byTest({ db: service.db }), 'Operator', {
    ...{ name: 'silent', scopes: ['provision'], limits: ['no_passwords'], expiresAt: null },
  })
  return service.as(secret)
}
/** Every change, with a valid body. */
const CHANGES: [verb: 'post' | 'patch', path: string, body: object | undefined, scope: string][] = [
  ['post', '/renovar', { segundos: 3600 }, 'provision'],
  ['post', '/suspender', undefined, 'revoke'],
  ['post', '/reanudar', undefined, 'revoke'],
  ['patch', '', { label: 'x' }, 'provision'],
  ['post', '/password', undefined, 'provision'],
  ['post', '/enviar', undefined, 'provision'],
]

describe('every change of a credential', () => {
  it.each(CHANGES)(
    '%s %s: 404 for another owner’s, 409 if revoked, 400 for an invalid id, 403 without its scope',
    async (verb, path, body, scope) => {
      const { id } = await issue({ cliente_email: 'ana@example.mx' })
      expectProblem(await stranger[verb](`/credentials/${id}${path}`, body), 404, 'credential_not_found')
      expectProblem(await client[verb](`/credentials/99999999${path}`, body), 404, 'credential_not_found')
      expectProblem(await client[verb](`/credentials/x${path}`, body), 400, 'invalid_request')
      const others = await service.client(scope === 'revoke' ? ['read', 'provision'] : ['read', 'revoke'])
      const refused = await others[verb](`/credentials/${id}${path}`, body)
      expectProblem(refused, 403, 'insufficient_scope')
      expect(refused.headers['www-authenticate']).toContain(`scope="${scope}"`)
      await client.delete(`/credentials/${id}`)
      expectProblem(await client[verb](`/credentials/${id}${path}`, body), 409, 'credential_revoked')
      expect(await typesOf(id)).toEqual(['credential.issued', 'credential.revoked'])
    },
  )

  it.each(CHANGES)('%s %s rejects unknown fields', async (verb, path, body) => {
    const { id } = await issue({ cliente_email: 'ana@example.mx' })
    expectInvalid(await client[verb](`/credentials/${id}${path}`, { ...body, sobra: 1 }), '/sobra')
  })
})

describe('POST /credentials/{id}/renovar', () => {
  it('extends the end, and keeps user and password', async () => {
    service.at(NOON)
    const made = await issue()
    const { status, body, headers } = await client.post(`/credentials/${made.id}/renovar`, { segundos: 7200 })
    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(body).toEqual({ ok: true, credential: { ...made, expira_at: later(3) } })
    expect(await read(made.id)).toEqual(body.credential)
    expect(await typesOf(made.id)).toEqual(['credential.issued', 'credential.renewed'])
    const told = await lastOf(made.id, 'credential.renewed')
    expect(told.data).toMatchObject({ credential: { id: made.id, expira_at: later(3) } })
    expect(JSON.stringify(told)).not.toContain(made.password)
    expect(await entriesOf(made.id)).toEqual([['token', 'credential.renewed']])
  })

  it('of an expired credential counts from now; it expires again with another event', async () => {
    service.at(NOON)
    const { id } = await issue()
    service.at(later(2))
    await expire()
    const renewed = (await client.post(`/credentials/${id}/renovar`, { segundos: 3600 })).body.credential
    expect(renewed).toMatchObject({ estado: 'activa', vigente: true, expira_at: later(3) })
    const active = (await client.get('/credentials?estado=activa&limit=1')).body.credentials
    expect(active[0].id).toBe(id)
    service.at(later(4))
    await expire()
    await expire()
    expect((await read(id)).estado).toBe('expirada')
    const types = await typesOf(id)
    expect(types.filter((type) => type === 'credential.expired')).toHaveLength(2)
    expect(types.filter((type) => type === 'credential.renewed')).toHaveLength(1)
  })

  it('emits a credential.expired that has not been emitted yet', async () => {
    service.at(NOON)
    const { id } = await issue()
    service.at(later(2))
    await client.post(`/credentials/${id}/renovar`, { segundos: 3600 })
    expect(await typesOf(id)).toEqual(['credential.issued', 'credential.expired', 'credential.renewed'])
    expect((await lastOf(id, 'credential.expired')).timestamp).toBe(later(1))
  })

  it('of a scheduled credential extends its end', async () => {
    service.at(NOON)
    const { id } = await issue({ inicia_at: later(24) })
    const { body } = await client.post(`/credentials/${id}/renovar`, { segundos: 3600 })
    expect(body.credential).toMatchObject({ inicia_at: later(24), expira_at: later(26), vigente: false })
  })

  it('never extends beyond 366 days ahead', async () => {
    service.at(NOON)
    const { id } = await issue({ segundos: 365 * DAY_S })
    expectInvalid(await client.post(`/credentials/${id}/renovar`, { segundos: DAY_S + 1 }), '/segundos')
    expect((await client.post(`/credentials/${id}/renovar`, { segundos: DAY_S })).status).toBe(200)
    for (const segundos of [3599, 31_536_001, 3600.5, '3600'])
      expectInvalid(await client.post(`/credentials/${id}/renovar`, { segundos }), '/segundos')
  })

  it('runs once per idempotency key, which another credential cannot use', async () => {
    service.at(NOON)
    const [one, other] = [await issue(), await issue()]
    const key = { 'idempotency-key': 'renew-1' }
    const first = await client.post(`/credentials/${one.id}/renovar`, { segundos: 3600 }, key)
    const again = await client.post(`/credentials/${one.id}/renovar`, { segundos: 3600 }, key)
    expect([again.status, again.headers['idempotent-replayed'], again.body]).toEqual([200, 'true', first.body])
    expect((await read(one.id)).expira_at).toBe(later(2))
    const used = await client.post(`/credentials/${other.id}/renovar`, { segundos: 3600 }, key)
    expectProblem(used, 422, 'idempotency_key_reused')
  })

  it('adds up with twenty concurrent requests', async () => {
    service.at(NOON)
    const { id } = await issue()
    await Promise.all(Array.from({ length: 20 }, () => client.post(`/credentials/${id}/renovar`, { segundos: 3600 })))
    expect((await read(id)).expira_at).toBe(later(21))
  })

  it("schedules the customer's reminders again", async () => {
    service.at(NOON)
    const { id } = await issue({ cliente_email: 'luz@example.mx', enviar_email: true })
    await service.db.pool.query('update handovers set next_notice_at = null where credential_id = $1', [id])
    await client.post(`/credentials/${id}/renovar`, { segundos: 10 * DAY_S })
    await notifyCustomers(service.db, service.services.customerMail!, service.at(later(1)))
    const { rows } = await service.db.pool.query('select next_notice_at from handovers where credential_id = $1', [id])
    expect(rows[0].next_notice_at.toISOString()).toBe(later(1 + 9 * 24))
  })
})

describe('suspender and reanudar', () => {
  it('change vigente only, once, with their events', async () => {
    service.at(NOON)
    const made = await issue()
    const paused = { ...made, suspendida: true, vigente: false }
    for (let time = 0; time < 2; time++)
      expect((await client.post(`/credentials/${made.id}/suspender`)).body).toEqual({ ok: true, credential: paused })
    expect(await read(made.id)).toEqual(paused)
    const [listed] = (await client.get('/credentials?estado=activa&limit=1')).body.credentials
    expect(listed).toMatchObject({ id: made.id, estado: 'activa', suspendida: true, vigente: false })
    expect((await lastOf(made.id, 'credential.suspended')).data.credential).toMatchObject({ suspendida: true })
    for (let time = 0; time < 2; time++)
      expect((await client.post(`/credentials/${made.id}/reanudar`, {})).body).toEqual({ ok: true, credential: made })
    expect(await typesOf(made.id)).toEqual(['credential.issued', 'credential.suspended', 'credential.resumed'])
    expect(await entriesOf(made.id)).toEqual([
      ['token', 'credential.suspended'],
      ['token', 'credential.resumed'],
    ])
  })

  it('do not stop the clock; a suspended credential can be renewed and revoked', async () => {
    service.at(NOON)
    const { id } = await issue({ suspendida: true })
    service.at(later(2))
    expect(await read(id)).toMatchObject({ estado: 'expirada', suspendida: true, vigente: false })
    const renewed = (await client.post(`/credentials/${id}/renovar`, { segundos: 3600 })).body.credential
    expect(renewed).toMatchObject({ estado: 'activa', suspendida: true, vigente: false })
    expect((await client.delete(`/credentials/${id}`)).body.credential.estado).toBe('revocada')
  })

  it('emit one event for twenty concurrent requests', async () => {
    const { id } = await issue()
    await Promise.all(Array.from({ length: 20 }, () => client.post(`/credentials/${id}/suspender`)))
    expect(await typesOf(id)).toEqual(['credential.issued', 'credential.suspended'])
  })
})

describe('PATCH /credentials/{id}', () => {
  const change = (id: number, body: object) => client.patch(`/credentials/${id}`, body)

  it('changes given fields, clears null ones, and emits the names of changed fields', async () => {
    const made = await issue({
      label: 'a',
      cliente_nombre: 'Ana',
      cliente_email: 'ana@example.mx',
      metadatos: { k: 'v' },
    })
    const { status, body } = await change(made.id, { label: 'b', cliente_email: null, cliente_nombre: 'Ana' })
    expect(status).toBe(200)
    expect(body.credential).toEqual({ ...made, label: 'b', cliente_email: null })
    expect(await read(made.id)).toEqual(body.credential)
    const told = await lastOf(made.id, 'credential.updated')
    expect(told.data.cambios).toEqual(['label', 'cliente_email'])
    expect(told.data.credential).toMatchObject({ id: made.id, label: 'b', cliente_email: null, metadatos: { k: 'v' } })

    const cleared = await change(made.id, { label: null, cliente_nombre: null, metadatos: null })
    expect(cleared.body.credential).toMatchObject({ label: null, cliente_nombre: null, metadatos: {} })
    expect((await change(made.id, { metadatos: { a: '1' } })).body.credential.metadatos).toEqual({ a: '1' })
    expect(await entriesOf(made.id)).toEqual(Array(3).fill(['token', 'credential.changed']))
  })

  it('merges metadata pairs: null removes a pair, others stay', async () => {
    const { id } = await issue({ metadatos: { zona: 'norte', vendedor: '17' } })
    const merged = async (changes: unknown) =>
      (await change(id, { metadatos_cambios: changes })).body.credential.metadatos
    expect(await merged({ zona: 'sur', obra: '4' })).toEqual({ zona: 'sur', vendedor: '17', obra: '4' })
    const before = await typesOf(id)
    expect(await merged({ zona: 'sur', nada: null })).toEqual({ zona: 'sur', vendedor: '17', obra: '4' })
    expect(await typesOf(id)).toEqual(before)
    expect(await merged({ vendedor: null, obra: null })).toEqual({ zona: 'sur' })
    const told = await lastOf(id, 'credential.updated')
    expect(told.data.cambios).toEqual(['metadatos'])
    expect(told.data.credential.metadatos).toEqual({ zona: 'sur' })

    const pairs = Object.fromEntries(Array.from({ length: 19 }, (_, index) => [`k${index}`, 'v']))
    expect(Object.keys(await merged(pairs))).toHaveLength(20)
    const full = expectInvalid(await change(id, { metadatos_cambios: { k: 'one too many' } }), '/metadatos_cambios')
    expect(full.errors[0].code).toBe('too_many')
    expect(Object.keys(await merged({ k: 'in its place', zona: null }))).toHaveLength(20)
    const both = { metadatos: { a: '1' }, metadatos_cambios: { b: '2' } }
    expect(expectInvalid(await change(id, both), '/metadatos_cambios').errors[0].code).toBe('metadata_both_ways')
    expectInvalid(await change(id, { metadatos_cambios: { a: 1 } }), '/metadatos_cambios/a')
    expectInvalid(await change(id, { metadatos_cambios: { [`${'a'.repeat(41)}`]: null } }), '/metadatos_cambios')

    // Concurrent changes of different pairs do not undo each other.
    await change(id, { metadatos: null })
    await Promise.all(['a', 'b', 'c'].map((name) => change(id, { metadatos_cambios: { [name]: '1' } })))
    expect(await merged({ d: '1' })).toEqual({ a: '1', b: '1', c: '1', d: '1' })
    expect(await merged({ a: null, b: null, c: null, d: null })).toEqual({})
  })

  it('emits nothing if nothing changes', async () => {
    const made = await issue({ label: 'a', metadatos: { b: '2', a: '1' } })
    const same = await change(made.id, {
      label: 'a',
      cliente_nombre: null,
      metadatos: { a: '1', b: '2' },
      station_id: null,
    })
    expect(same.body.credential).toEqual(made)
    expect(await typesOf(made.id)).toEqual(['credential.issued'])
    expect(await entriesOf(made.id)).toEqual([])
  })

  it('moves a credential to a station, to another, and to the network', async () => {
    const [cdmx, toluca] = (await client.get('/stations')).body.stations
    const made = await issue()
    const moved = (await change(made.id, { station_codigo: 'CDMX' })).body.credential
    expect(moved).toMatchObject({ tipo: 'base', station_id: cdmx.id, mountpoint: 'CDMX_RTCM32', usuario: made.usuario })
    expect((await lastOf(made.id, 'credential.updated')).data.cambios).toEqual(['station_id'])
    expect((await change(made.id, { station_id: toluca.id, station_codigo: 'tolu' })).body.credential).toMatchObject({
      station_codigo: 'TOLU',
    })
    expect((await change(made.id, { station_id: null })).body.credential).toMatchObject({
      tipo: 'red',
      station_id: null,
    })
    expectInvalid(await change(made.id, { station_id: 999 }), '/station_id')
    expectInvalid(await change(made.id, { station_codigo: 'NADA' }), '/station_codigo')
    expectInvalid(await change(made.id, { station_id: cdmx.id, station_codigo: 'TOLU' }), '/station_codigo')
  })

  it('updates the search words', async () => {
    const { id } = await issue({ label: 'antes' })
    await change(id, { label: 'Ñandú del cerro' })
    const { rows } = await service.db.pool.query(`select count(*)::int from credential_words where word = 'nandu'`)
    expect(rows[0].count).toBe(1)
  })

  it.each([
    [{}, ''],
    [{ usuario: 'otro1234' }, '/usuario'],
    [{ referencia: 'x' }, '/referencia'],
    [{ label: 'x'.repeat(201) }, '/label'],
    [{ cliente_email: 'nadie' }, '/cliente_email'],
    [{ metadatos: { a: 1 } }, '/metadatos/a'],
  ])('rejects %j', async (body, pointer) => {
    const { id } = await issue()
    expectInvalid(await change(id, body), pointer)
  })

  it('redirects pending and later mails to the new customer address', async () => {
    const { id } = await issue({ cliente_email: 'viejo@example.mx', enviar_email: true })
    await change(id, { cliente_email: 'nuevo@example.mx' })
    expect(await noticesOf(id)).toEqual([{ recipient: 'nuevo@example.mx' }])
    await change(id, { cliente_email: null })
    expect(await noticesOf(id)).toEqual([])
  })

  it('cancels pending mails if a token without passwords changes the address', async () => {
    const { id } = await issue({ cliente_email: 'viejo@example.mx', enviar_email: true })
    const silent = await clientWithoutPasswords()
    const path = `/credentials/${id}`
    await silent.patch(path, { label: 'Obra', cliente_email: 'viejo@example.mx' })
    expect(await noticesOf(id)).toEqual([{ recipient: 'viejo@example.mx' }])
    const { status, body } = await silent.patch(path, { cliente_email: 'otro@example.mx' })
    expect([status, body.credential.cliente_email]).toEqual([200, 'otro@example.mx'])
    expect(await noticesOf(id)).toEqual([])
  })
})

describe('POST /credentials/{id}/password', () => {
  it('creates a new password for the same user and link', async () => {
    const made = await issue()
    const { body } = await client.post(`/credentials/${made.id}/password`)
    expect(body).toEqual({ ok: true, credential: { ...made, password: expect.stringMatching(/^[a-zA-Z0-9]{16}$/) } })
    expect(body.credential.password).not.toBe(made.password)
    expect(await read(made.id)).toEqual(body.credential)
    const [, told] = await eventsOf(service, made.id)
    expect(told!.body).toMatchObject({ type: 'credential.updated', data: { cambios: ['password'] } })
    expect(told!.text).not.toContain(body.credential.password)
    expect(await entriesOf(made.id)).toEqual([['token', 'credential.password_changed']])
  })

  it('creates one password per idempotency key', async () => {
    const { id } = await issue()
    const ask = () => client.post(`/credentials/${id}/password`, undefined, { 'idempotency-key': 'password-1' })
    const [first, again] = [await ask(), await ask()]
    expect(again.body).toEqual(first.body)
    expect(await typesOf(id)).toEqual(['credential.issued', 'credential.updated'])
  })
})

describe('POST /credentials/{id}/enviar', () => {
  const mailsOf = async (id: number) =>
    (await service.db.pool.query('select recipient from mails where credential_id = $1', [id])).rows

  it('mails the data to the customer, without duplicating a pending mail', async () => {
    const made = await issue({ cliente_email: 'eva@example.mx' })
    for (let time = 0; time < 2; time++) {
      const { status, body } = await client.post(`/credentials/${made.id}/enviar`)
      expect([status, body]).toEqual([200, { ok: true, credential: made, enviada_a: 'eva@example.mx' }])
    }
    expect(await mailsOf(made.id)).toEqual([{ recipient: 'eva@example.mx' }])
    expect(await typesOf(made.id)).toEqual(['credential.issued'])
  })

  it('returns 400 without an address or a transport, and 409 after the end', async () => {
    service.at(NOON)
    const { id } = await issue()
    expectInvalid(await client.post(`/credentials/${id}/enviar`), '/cliente_email')
    service.at(later(2))
    await client.patch(`/credentials/${id}`, { cliente_email: 'eva@example.mx' })
    expectProblem(await client.post(`/credentials/${id}/enviar`), 409, 'credential_expired')
  })

  it('is forbidden for tokens without passwords', async () => {
    const { id } = await issue({ cliente_email: 'eva@example.mx' })
    const silent = await clientWithoutPasswords()
    expectProblem(await silent.post(`/credentials/${id}/enviar`), 403, 'token_without_passwords')
    const changed = (await silent.post(`/credentials/${id}/password`)).body.credential
    expect([changed.id, changed.password, changed.url]).toEqual([id, undefined, undefined])
  })
})

describe('POST /credentials/revocar', () => {
  it('revokes the active ones and reports why others are not', async () => {
    service.at(NOON)
    const [ended, revoked, one] = [await issue(), await issue(), await issue({ segundos: DAY_S })]
    const suspended = await issue({ segundos: DAY_S, suspendida: true })
    const foreign = (await stranger.post('/credentials', { segundos: DAY_S })).body.credential
    await client.delete(`/credentials/${revoked.id}`)
    service.at(later(2))
    const ids = [99_999_999, suspended.id, one.id, foreign.id, revoked.id, ended.id, one.id]
    const { status, body } = await client.post('/credentials/revocar', { ids })
    expect(status).toBe(200)
    expect(body).toEqual({
      ok: true,
      revocadas: 2,
      sin_cambio: [
        { id: 99_999_999, motivo: 'no_existe' },
        { id: foreign.id, motivo: 'no_existe' },
        { id: revoked.id, motivo: 'ya_revocada' },
        { id: ended.id, motivo: 'expirada' },
      ],
    })
    expect((await read(one.id)).estado).toBe('revocada')
    expect(await typesOf(one.id)).toEqual(['credential.issued', 'credential.revoked'])
    expect((await stranger.get(`/credentials/${foreign.id}`)).body.credential.estado).toBe('activa')
  })

  it('accepts 1 to 1,000 ids', async () => {
    expectInvalid(await client.post('/credentials/revocar', { ids: [] }), '/ids')
    expectInvalid(await client.post('/credentials/revocar', { ids: Array(1001).fill(1) }), '/ids')
    expectInvalid(await client.post('/credentials/revocar', { ids: ['1'] }), '/ids/0')
    expectInvalid(await client.post('/credentials/revocar', { ids: [1e300] }), '/ids/0')
    expectInvalid(await client.post('/credentials/revocar', {}), '/ids')
    const others = await service.client(['provision'])
    expectProblem(await others.post('/credentials/revocar', { ids: [1] }), 403, 'insufficient_scope')
    expectProblem(await client.get('/credentials/revocar'), 405, 'method_not_allowed')
  })
})
