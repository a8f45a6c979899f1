// Each method of @vertice/client with a service on a port. The Python methods are as thin, and call the same
// operations (types.test.ts).
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ForbiddenError, InvalidRequestError, Vertice } from '../../clients/typescript/src/index.ts'
import { createProduct } from '../../src/actions/orders/products.ts'
import { byTest } from '../support/action-context.ts'
import { STATIONS } from '../support/service.ts'
import { type Listening, startListening } from './kit.ts'

const DAY = 86_400

let listening: Listening
let client: Vertice
let ownerId: number
beforeAll(async () => {
  listening = await startListening()
  await listening.service.saveStations(STATIONS.cdmx)
  const { token, secret } = await listening.service.token()
  ownerId = token.ownerId
  client = new Vertice({ baseUrl: listening.url, token: secret })
})
afterAll(() => listening.service.stop())

const issue = (more: object = {}) => client.credentials.issue({ segundos: DAY, ...more })

it('renews a credential', async () => {
  const { id, usuario, password, expira_at } = await issue()
  const renewed = await client.credentials.renew(id, { segundos: DAY })
  expect(renewed).toMatchObject({ usuario, password })
  expect(Date.parse(renewed.expira_at) - Date.parse(expira_at)).toBe(DAY * 1000)
})

it('suspends and resumes a credential', async () => {
  const { id } = await issue()
  expect(await client.credentials.suspend(id)).toMatchObject({ suspendida: true, vigente: false })
  expect(await client.credentials.resume(id)).toMatchObject({ suspendida: false, vigente: true })
})

it('changes and clears fields of a credential', async () => {
  const { id } = await issue({ station_codigo: 'CDMX', label: 'before' })
  const changed = await client.credentials.update(id, { label: 'after', station_codigo: null })
  expect(changed).toMatchObject({ label: 'after', tipo: 'red' })
})

it('changes only the state that it read, if told so', async () => {
  const { id } = await issue()
  const { credential, etag } = await client.credentials.getTagged(id)
  expect(credential.id).toBe(id)
  expect(await client.credentials.update(id, { label: 'mine' }, { ifMatch: etag })).toMatchObject({ label: 'mine' })
  const late = client.credentials.update(id, { label: 'late' }, { ifMatch: etag })
  await expect(late).rejects.toMatchObject({ name: 'ConflictError', code: 'precondition_failed' })
  expect((await client.credentials.get(id)).label).toBe('mine')

  const { webhook } = await client.webhooks.create({ url: 'http://127.0.0.1:9/' })
  const read = await client.webhooks.getTagged(webhook.id)
  await client.webhooks.update(webhook.id, { eventos: 'order.paid' }, { ifMatch: read.etag })
  await expect(client.webhooks.update(webhook.id, { activo: false }, { ifMatch: read.etag })).rejects.toThrow()
  expect((await client.webhooks.get(webhook.id)).activo).toBe(true)
})

it('makes a new password', async () => {
  const { id, password } = await issue()
  const { password: changed } = await client.credentials.newPassword(id)
  expect(changed).not.toBe(password)
  expect((await client.credentials.get(id)).password).toBe(changed)
})

it('gets an error if the service sends no mail', async () => {
  const { id } = await issue()
  await expect(client.credentials.mail(id)).rejects.toBeInstanceOf(InvalidRequestError)
})

it('revokes many credentials', async () => {
  const { id } = await issue()
  const answer = await client.credentials.revokeMany([id, 999_999])
  expect(answer).toMatchObject({ revocadas: 1, sin_cambio: [{ id: 999_999 }] })
})

it('reads the use of a credential', async () => {
  const { id } = await issue()
  expect(await client.credentials.sessions(id)).toEqual({ items: [], nextCursor: null })
  expect(await Array.fromAsync(client.credentials.allSessions(id))).toEqual([])
  expect(await client.credentials.diagnose(id)).toMatchObject({ ok: true })
})

it('gets an error when it expires a real credential', async () => {
  const { id } = await issue()
  await expect(client.credentials.expire(id)).rejects.toBeInstanceOf(ForbiddenError)
})

it('reads a station', async () => {
  const [station] = await client.stations.list()
  expect(await client.stations.get(station!.id)).toEqual(station)
})

it('reads, changes and rotates a webhook', async () => {
  const { webhook, secret } = await client.webhooks.create({ url: 'http://127.0.0.1:9/' })
  expect(await client.webhooks.get(webhook.id)).toMatchObject({ id: webhook.id })
  const changed = await client.webhooks.update(webhook.id, { eventos: 'credential.revoked' })
  expect(changed).toMatchObject({ eventos: 'credential.revoked' })
  const rotated = await client.webhooks.rotate(webhook.id)
  expect(rotated.secret).toMatch(/^whsec_/)
  expect(rotated.secret).not.toBe(secret)
})

it('tests a webhook and resends deliveries', async () => {
  const { webhook } = await client.webhooks.create({ url: 'http://127.0.0.1:9/' })
  const sent = await client.webhooks.test(webhook.id)
  expect((await client.webhooks.deliveries(webhook.id)).items.map(({ id }) => id)).toEqual([sent.id])
  expect(await Array.fromAsync(client.webhooks.allDeliveries(webhook.id, { limit: 1 }))).toHaveLength(1)
  expect(await client.webhooks.resend(webhook.id, sent.id)).toMatchObject({ id: sent.id })
  expect(await client.webhooks.recover(webhook.id, { desde: new Date().toISOString() })).toMatchObject({ ok: true })
})

it('reads the event log', async () => {
  const { id } = await issue()
  const [newest] = (await client.events.list({ tipo: 'credential.issued', limit: 1 })).items
  expect(newest).toMatchObject({ type: 'credential.issued', data: { credential: { id } } })
  for await (const event of client.events.all({ limit: 100 })) expect(event.id).toMatch(/^evt_/)
})

it('reads its own token', async () => {
  expect(await client.me()).toMatchObject({ ok: true })
})

it('creates orders', async () => {
  const { db, current } = listening.service.services
  const context = byTest({ db, book: (await current()).book })
  const price = { amountMinor: 50_000, currency: 'MXN' } as const
  const sold = { name: 'A day', validitySeconds: DAY, serves: 'network', stationId: null, active: true } as const
  await createProduct(context, ownerId, { ownerId, ...sold, ...price, inShop: true })
  const order = await client.orders.create({
    segundos: DAY,
    cliente_nombre: 'María',
    cliente_email: 'maria@example.mx',
  })
  expect(order).toMatchObject({ estado: 'pendiente', pago_url: expect.any(String) })
  expect(await client.orders.get(order.id)).toMatchObject({ id: order.id })
  expect((await client.orders.list()).items.map(({ id }) => id)).toEqual([order.id])
  expect(await client.orders.cancel(order.id)).toMatchObject({ estado: 'cancelada' })
  const { id: credential_id } = await client.credentials.issue({
    segundos: DAY,
    cliente_nombre: 'María',
    cliente_email: 'maria@example.mx',
  })
  const renewal = await client.orders.create({ credential_id, segundos: DAY })
  expect(renewal).toMatchObject({ renovacion: true, credential_id })
})
