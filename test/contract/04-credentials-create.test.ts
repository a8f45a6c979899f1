import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectInvalid, expectProblem } from '../support/problems.ts'
import { archive, countCredentials, stationIdOf } from '../support/rows.ts'
import { BASE_URL, type Client, STATIONS, TestService } from '../support/service.ts'

const HOUR = 3600
let service: TestService
let client: Client

beforeAll(async () => {
  service = await TestService.start()
  client = await service.client()
  await service.saveStations(STATIONS.cdmx, STATIONS.toluca, { ...STATIONS.cuernavaca, code: 'GONE' })
  await archive(service, 'GONE')
})
afterAll(() => service.stop())

const issue = (body: object) => client.post('/credentials', { segundos: HOUR, ...body })
const issued = async (body: object) => (await issue(body)).body.credential

describe('POST /credentials', () => {
  it('returns 201 with every field of the contract', async () => {
    service.at('2026-11-14T18:20:00.000Z')
    const { status, body, headers } = await client.post('/credentials', { segundos: 86_400 })
    expect(status).toBe(201)
    expect(body).toEqual({
      ok: true,
      credential: {
        id: expect.any(Number),
        tipo: 'red',
        usuario: expect.any(String),
        password: expect.any(String),
        mountpoint: 'RED',
        caster: 'caster.example.mx',
        puerto: 2101,
        formato: 'RTCM 3.2',
        datum: 'ITRF2008 época 2010.0',
        emitida_at: '2026-11-14T18:20:00.000Z',
        expira_at: '2026-11-15T18:20:00.000Z',
        estado: 'activa',
        url: expect.any(String),
        pdf: expect.any(String),
        inicia_at: '2026-11-14T18:20:00.000Z',
        vigente: true,
        label: null,
        cliente_nombre: null,
        cliente_email: null,
        station_id: null,
        station_codigo: null,
        grupo: null,
        geocerca: null,
        referencia: null,
        metadatos: {},
        suspendida: false,
        conectada: false,
        ultima_conexion_at: null,
        prueba: false,
      },
    })
    expect(headers['cache-control']).toBe('no-store')
  })

  it('returns the same credential by its id', async () => {
    service.at('2026-11-14T18:20:00.000Z')
    const credential = await issued({ label: 'Obra norte' })
    expect((await client.get(`/credentials/${credential.id}`)).body).toEqual({ ok: true, credential })
  })

  it('stores label, cliente_nombre and cliente_email unchanged, in any script', async () => {
    const texts = {
      label: 'Ñandú 測量 🛰️',
      cliente_nombre: 'O\'Brien; "María" \\ %s',
      cliente_email: 'maria@example.mx',
    }
    const credential = await issued(texts)
    expect(credential).toMatchObject(texts)
    expect((await client.get(`/credentials/${credential.id}`)).body.credential).toMatchObject(texts)
  })
})

describe('the station of a credential', () => {
  it('given by station_id creates a base credential for its mountpoint', async () => {
    const id = await stationIdOf(service, 'CDMX')
    expect(await issued({ station_id: id })).toMatchObject({
      tipo: 'base',
      mountpoint: 'CDMX_RTCM32',
      station_id: id,
      station_codigo: 'CDMX',
    })
  })

  it('given by station_codigo creates the same', async () => {
    expect(await issued({ station_codigo: 'TOLU' })).toMatchObject({
      tipo: 'base',
      mountpoint: 'TOLU_RTCM32',
      station_id: await stationIdOf(service, 'TOLU'),
    })
  })

  it('can be given both ways if they agree', async () => {
    const id = await stationIdOf(service, 'TOLU')
    expect(await issued({ station_id: id, station_codigo: 'TOLU' })).toMatchObject({ station_codigo: 'TOLU' })
  })

  it('is rejected if the two ways disagree', async () => {
    expectInvalid(
      await issue({ station_id: await stationIdOf(service, 'CDMX'), station_codigo: 'TOLU' }),
      '/station_codigo',
    )
  })

  it('must exist: 400 at the field that names it', async () => {
    expectInvalid(await issue({ station_id: 999_999 }), '/station_id')
    expectInvalid(await issue({ station_id: Number.MAX_SAFE_INTEGER }), '/station_id')
    expectInvalid(await issue({ station_codigo: 'NOPE' }), '/station_codigo')
    expectInvalid(await issue({ station_id: 999_999, station_codigo: 'NOPE' }), '/station_id', '/station_codigo')
  })

  it('must not be archived', async () => {
    expectInvalid(await issue({ station_codigo: 'GONE' }), '/station_codigo')
    expectInvalid(await issue({ station_id: await stationIdOf(service, 'GONE') }), '/station_id')
  })

  it('determines format and datum if it has its own', async () => {
    await service.saveStations({ ...STATIONS.cuernavaca, format: 'RTCM 3.3', datum: 'ITRF2014' })
    expect(await issued({ station_codigo: 'CUER' })).toMatchObject({ formato: 'RTCM 3.3', datum: 'ITRF2014' })
    expect(await issued({ station_codigo: 'CDMX' })).toMatchObject({
      formato: 'RTCM 3.2',
      datum: 'ITRF2008 época 2010.0',
    })
  })

  it('keeps its name on existing credentials after it is archived', async () => {
    const { id } = await issued({ station_codigo: 'CUER' })
    await archive(service, 'CUER')
    expect((await client.get(`/credentials/${id}`)).body.credential).toMatchObject({
      tipo: 'base',
      mountpoint: 'CUER_RTCM32',
      station_codigo: 'CUER',
    })
  })
})

describe('segundos', () => {
  it.each([3600, 31_536_000])('accepts %i, and expira_at is the start plus exactly that', async (segundos) => {
    const { inicia_at, expira_at } = await issued({ segundos })
    expect(Date.parse(expira_at) - Date.parse(inicia_at)).toBe(segundos * 1000)
  })

  it.each([3599, 31_536_001, 0, -3600, 3600.5, 1e300, '3600', true, null, [3600], {}])(
    'is rejected if it is %j',
    async (segundos) => {
      expectInvalid(await issue({ segundos }), '/segundos')
    },
  )

  it('is required', async () => {
    expectInvalid(await client.post('/credentials', {}), '/segundos')
  })

  it('is rejected if it is too large for JSON readers', async () => {
    expectInvalid(await client.post('/credentials', '{"segundos": 1e999}'), '/segundos')
  })
})

describe('the validation of the body', () => {
  it.each([
    ['station_id', '1'],
    ['station_id', 1.5],
    ['station_id', 0],
    ['station_id', -1],
    ['station_codigo', 1],
    ['station_codigo', ''],
    ['label', 7],
    ['label', 'x'.repeat(201)],
    ['cliente_nombre', false],
    ['cliente_nombre', 'x'.repeat(201)],
    ['cliente_email', 'no-at-sign'],
    ['cliente_email', 'two@@example.mx'],
    ['cliente_email', ''],
    ['cliente_email', 3],
    ['enviar_email', 'false'],
    ['enviar_email', 0],
    ['inicia_at', 1_794_680_400],
    ['inicia_at', { date: '2026-11-14' }],
  ])('coerces nothing: %s = %j is a 400 at that field', async (field, value) => {
    expectInvalid(await issue({ [field]: value }), `/${field}`)
  })

  it('treats null as an omitted optional field', async () => {
    const nothing = { station_id: null, station_codigo: null, label: null, cliente_nombre: null, cliente_email: null }
    const answer = await issue({ ...nothing, enviar_email: null, inicia_at: null })
    expect([answer.status, answer.body.credential.tipo]).toEqual([201, 'red'])
    const batch = await client.post('/credentials/batch', { credentials: [{ segundos: 3600, ...nothing }] })
    expect(batch.status).toBe(201)
    expectInvalid(await client.post('/credentials', { segundos: null, label: null }), '/segundos')
  })

  it.each([
    'inicia_en',
    'iniciaAt',
    'Segundos',
    'station',
    'password',
    'usuario',
    'expira_at',
    'id',
    'a/b~c',
    '',
    'constructor',
  ])('returns 400 for the unknown field "%s" and names it', async (field) => {
    const before = await countCredentials(service)
    const pointer = `/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`
    expectInvalid(await issue({ [field]: '2026-12-24' }), pointer)
    expect(await countCredentials(service)).toBe(before)
  })

  it('reports every invalid field at once', async () => {
    const { errors } = expectProblem(await issue({ segundos: '1', label: 5, x: 1 }), 400, 'invalid_request')
    expect(errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual(['/label', '/segundos', '/x'])
  })

  it.each(['null', '[]', '"text"', '3600', 'true', '[{"segundos":3600}]'])(
    'returns 400 for a body that is no object: %s',
    async (body) => {
      expectProblem(await client.post('/credentials', body), 400, 'invalid_request')
    },
  )

  const texts = ['label', 'cliente_nombre', 'cliente_email', 'station_codigo', 'inicia_at']
  it.each(texts)('returns 400, never 500, for NUL and lone surrogates in %s', async (field) => {
    for (const code of ['\\u0000', 'a\\u0000b', '\\ud800', '\\udc00x', '\\ud800\\ud800']) {
      expectInvalid(await client.post('/credentials', `{"segundos":3600,"${field}":"${code}"}`), `/${field}`)
    }
  })

  it('returns 400, never 500, for NUL and lone surrogates in an unknown name', async () => {
    for (const code of ['\\u0000', '\\ud800']) {
      const answer = await client.post('/credentials', `{"segundos":3600,"${code}":1}`)
      expectProblem(answer, 400, 'invalid_request')
    }
  })
})

describe('enviar_email', () => {
  it('defaults to false: sends nothing and needs no address', async () => {
    expect((await issue({})).status).toBe(201)
    expect((await issue({ enviar_email: false, cliente_email: 'a@example.mx' })).status).toBe(201)
  })

  it('requires cliente_email', async () => {
    expectInvalid(await issue({ enviar_email: true }), '/cliente_email')
  })

  it('is rejected with the reason if no mail transport is configured', async () => {
    const body = expectInvalid(await issue({ enviar_email: true, cliente_email: 'a@example.mx' }), '/enviar_email')
    expect(body.errors[0].detail).toMatch(/mail transport/)
  })
})

describe('usuario and password', () => {
  it('are letters and digits without look-alikes, unique among 1,000', async () => {
    const { body } = await client.post('/credentials/batch', { credentials: Array(1000).fill({ segundos: HOUR }) })
    const users = body.credentials.map(({ usuario }: { usuario: string }) => usuario)
    const passwords = body.credentials.map(({ password }: { password: string }) => password)
    for (const text of [...users, ...passwords]) expect(text).toMatch(/^[A-Za-z0-9]+$/)
    for (const text of [...users, ...passwords]) expect(text).not.toMatch(/[0O1lI]/)
    for (const password of passwords) expect(password.length).toBeGreaterThanOrEqual(16)
    expect([new Set(users).size, new Set(passwords).size]).toEqual([1000, 1000])
  })

  it('keep usuario unique forever: the database rejects a duplicate even after revocation', async () => {
    const { id, usuario } = await issued({})
    await client.delete(`/credentials/${id}`)
    const again = service.db.pool.query(
      `insert into credentials (owner_id, username, secret, issued_at, starts_at, expires_at)
       select owner_id, username, secret, issued_at, starts_at, expires_at from credentials where username = $1`,
      [usuario],
    )
    await expect(again).rejects.toThrow(/unique/)
  })

  it('store the password only encrypted', async () => {
    const { id, password, url } = await issued({ label: 'find me' })
    const { rows } = await service.db.pool.query(
      `select c::text as row, e.body from credentials c join events e on e.credential_id = c.id where c.id = $1`,
      [id],
    )
    const stored = JSON.stringify(rows)
    expect(rows).toHaveLength(1)
    expect(stored).toContain('find me')
    expect(stored).not.toContain(password)
    expect(stored).not.toContain(Buffer.from(password).toString('hex'))
    const linkKey = url.split('/').at(-1)
    expect(stored).not.toContain(linkKey)
    expect(stored).not.toContain(Buffer.from(linkKey).toString('hex'))
  })

  it('bind the ciphertext to its key id and its row', async () => {
    const [one, two] = [await issued({}), await issued({})]
    const { rows } = await service.db.pool.query('select secret from credentials where id = $1', [one.id])
    expect(rows[0].secret.toString('hex')).toContain(service.services.keys.current.id)
    await service.db.pool.query('update credentials set secret = $2 where id = $1', [two.id, rows[0].secret])
    const answer = await client.get(`/credentials/${two.id}`)
    expectProblem(answer, 500, 'internal_error')
    expect(answer.text).not.toContain(one.password)
    await service.db.pool.query('delete from events where credential_id = $1', [two.id])
    await service.db.pool.query('delete from credentials where id = $1', [two.id])
  })
})

describe('url and pdf', () => {
  it('lead to a page and a PDF behind an unguessable link', async () => {
    const [one, two] = [await issued({}), await issued({})]
    const key = /^https:\/\/rtk\.example\.mx\/c\/([A-Za-z0-9_-]{20,})$/
    expect(BASE_URL).toBe('https://rtk.example.mx')
    expect(one.url).toMatch(key)
    expect(one.pdf).not.toBe(one.url)
    expect(one.pdf).toMatch(/^https:\/\/rtk\.example\.mx\/.*pdf$/)
    expect(two.url).not.toBe(one.url)
    for (const known of [one.usuario, one.password]) expect(one.url).not.toContain(known)
  })
})
