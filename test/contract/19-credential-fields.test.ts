import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventsOf } from '../support/events.ts'
import { expectInvalid, expectProblem } from '../support/problems.ts'
import { type Client, TestService } from '../support/service.ts'

let service: TestService
let client: Client
let stranger: Client
let importer: Client

beforeAll(async () => {
  service = await TestService.start()
  client = await service.client()
  stranger = await service.client(undefined, 'Another reseller')
  importer = await service.client(['provision', 'import'])
})
afterAll(() => service.stop())

const ask = (body: object = {}, as = client) => as.post('/credentials', { segundos: 3600, ...body })
const batch = (...bodies: object[]) =>
  client.post('/credentials/batch', { credentials: bodies.map((body) => ({ segundos: 3600, ...body })) })

describe('referencia', () => {
  it('is returned with the credential and in its events', async () => {
    const made = (await ask({ referencia: 'Pedido № 1 ñ' })).body.credential
    expect(made.referencia).toBe('Pedido № 1 ñ')
    expect((await client.get(`/credentials/${made.id}`)).body.credential).toEqual(made)
    const [listed] = (await client.get('/credentials?limit=1')).body.credentials
    expect(listed).toMatchObject({ id: made.id, referencia: 'Pedido № 1 ñ', metadatos: {}, suspendida: false })
    const [issued] = await eventsOf(service, made.id)
    expect(issued!.body.data.credential).toMatchObject({ referencia: 'Pedido № 1 ñ', metadatos: {}, suspendida: false })
  })

  it('is unique forever per owner: a duplicate is a 409 that names the first', async () => {
    const { id } = (await ask({ referencia: 'R-1' })).body.credential
    const again = await ask({ referencia: 'R-1' })
    const problem = expectProblem(again, 409, 'referencia_taken', ['/referencia'])
    expect(problem.credential_id).toBe(id)
    expect(problem.detail).toContain(String(id))
    await client.delete(`/credentials/${id}`)
    expectProblem(await ask({ referencia: 'R-1' }), 409, 'referencia_taken')
    expect((await ask({ referencia: 'R-1' }, stranger)).status).toBe(201)
    expect((await ask({ referencia: 'r-1' })).status).toBe(201)
  })

  it('is unique in a batch: a duplicate is a 400 at the item, and nothing is issued', async () => {
    const { id } = (await ask({ referencia: 'B-1' })).body.credential
    const refused = await batch({}, { referencia: 'B-2' }, { referencia: 'B-1' })
    expect(expectProblem(refused, 409, 'referencia_taken', ['/credentials/2/referencia']).credential_id).toBe(id)
    expectInvalid(await batch({ referencia: 'B-2' }, {}, { referencia: 'B-2' }), '/credentials/2/referencia')
    expect((await batch({ referencia: 'B-2' }, { referencia: 'B-3' })).status).toBe(201)
  })

  it('is unique with idempotency keys and concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        client.post(
          '/credentials',
          { segundos: 3600, referencia: `S-${index % 2}` },
          index < 10 ? {} : { 'idempotency-key': `same-${index}` },
        ),
      ),
    )
    const made = answers.filter(({ status }) => status === 201).map(({ body }) => body.credential)
    expect(made.map(({ referencia }) => referencia).sort()).toEqual(['S-0', 'S-1'])
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      const { credential_id } = expectProblem(answer, 409, 'referencia_taken')
      expect(made.map(({ id }) => id)).toContain(credential_id)
    }
  })

  it.each([[''], ['x'.repeat(101)], ['a\nb'], [7]])(
    'must be 1 to 100 printable characters: %j is not',
    async (referencia) => {
      expectInvalid(await ask({ referencia }), '/referencia')
    },
  )
})

describe('metadatos', () => {
  const pairs = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 'v']))

  it('are returned unchanged', async () => {
    const metadatos = { ...pairs(19), ['ñ'.repeat(40)]: 'x'.repeat(500) }
    const made = (await ask({ metadatos })).body.credential
    expect(made.metadatos).toEqual(metadatos)
    expect((await client.get(`/credentials/${made.id}`)).body.credential.metadatos).toEqual(metadatos)
    expect((await eventsOf(service, made.id))[0]!.body.data.credential.metadatos).toEqual(metadatos)
  })

  it.each([
    ['too many', pairs(21), '/metadatos'],
    ['a name too long', { ['x'.repeat(41)]: 'v' }, '/metadatos'],
    ['an empty name', { '': 'v' }, '/metadatos'],
    ['a name that cannot be printed', { 'a\u0000b': 'v' }, '/metadatos'],
    ['a value too long', { a: 'x'.repeat(501) }, '/metadatos/a'],
    ['a number', { a: 1 }, '/metadatos/a'],
    ['a list', ['a'], '/metadatos'],
  ])('are rejected: %s', async (_, metadatos, pointer) => {
    expectInvalid(await ask({ metadatos }), pointer)
  })
})

it('can issue a suspended credential', async () => {
  const { credential } = (await ask({ suspendida: true })).body
  expect(credential).toMatchObject({ estado: 'activa', suspendida: true, vigente: false })
})

describe('usuario and password', () => {
  it('can be chosen; the password only with the scope import', async () => {
    const login = { usuario: 'parcela7', password: 'aB3$ de 16 o mas' }
    const made = await ask(login, importer)
    expect(made.status).toBe(201)
    expect(made.body.credential).toMatchObject(login)
    const refused = await ask({ password: 'x'.repeat(16) })
    expectProblem(refused, 403, 'insufficient_scope')
    expect(refused.headers['www-authenticate']).toContain('scope="import"')
    expect((await ask({ usuario: 'parcela8' })).body.credential.usuario).toBe('parcela8')
  })

  it('return 409 for a user that ever existed, of any owner', async () => {
    const { id } = (await ask({ usuario: 'ocupado1' })).body.credential
    await client.delete(`/credentials/${id}`)
    for (const as of [client, stranger])
      expectProblem(await ask({ usuario: 'ocupado1' }, as), 409, 'usuario_taken', ['/usuario'])
    expectProblem(await batch({}, { usuario: 'ocupado1' }), 409, 'usuario_taken', ['/credentials/1/usuario'])
    expectInvalid(await batch({ usuario: 'libre001' }, { usuario: 'libre001' }), '/credentials/1/usuario')
  })

  it.each([
    [{ usuario: 'Parcela7' }, '/usuario'],
    [{ usuario: 'corto' }, '/usuario'],
    [{ usuario: 'x'.repeat(21) }, '/usuario'],
    [{ password: 'x'.repeat(15) }, '/password'],
    [{ password: 'x'.repeat(65) }, '/password'],
    [{ password: 'con:dos:puntos:no' }, '/password'],
    [{ password: 'contraseña-de-mas-de-16' }, '/password'],
  ])('are rejected: %j', async (body, pointer) => {
    expectInvalid(await ask(body, importer), pointer)
  })
})
