import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { targetRefuser } from '../../src/outbound/webhooks/target.ts'
import { expectProblem } from '../support/problems.ts'
import { ALLOW } from '../support/receiver.ts'
import { type Client, STATIONS, TestService } from '../support/service.ts'

let service: TestService
let client: Client
beforeAll(async () => {
  service = await TestService.start({ refuseTarget: targetRefuser(ALLOW) })
  await service.saveStations(STATIONS.cdmx)
  client = await service.client()
})
afterAll(() => service.stop())

const tagOf = async (path: string) => {
  const { headers } = await client.get(path)
  expect(headers.etag).toMatch(/^"[\w-]{22}"$/)
  return headers.etag as string
}
const newCredential = async () => {
  const wanted = { segundos: 3600, label: 'Obra', metadatos: { zona: 'norte', a: '1' } }
  return `/credentials/${(await client.post('/credentials', wanted)).body.credential.id}`
}

describe('PATCH /credentials/{id} with If-Match', () => {
  it('changes the state that was read, and returns the new ETag', async () => {
    const path = await newCredential()
    const read = await tagOf(path)
    const change = { metadatos: { b: '2', lugar: 'x' }, geocerca: { tipo: 'circulo', lat: 19, lng: -99, radio_km: 5 } }
    const changed = await client.patch(path, change, { 'if-match': read })
    expect(changed.status).toBe(200)
    expect(changed.headers.etag).not.toBe(read)
    expect(await tagOf(path)).toBe(changed.headers.etag)
    const problem = expectProblem(
      await client.patch(path, { label: 'Otra' }, { 'if-match': read }),
      412,
      'precondition_failed',
    )
    expect(problem).toMatchObject({ ok: false, status: 412 })
    expect((await client.get(path)).body.credential.label).toBe('Obra')
  })

  it('has an ETag that follows every change of the credential, but not its use', async () => {
    const path = await newCredential()
    const tags = [await tagOf(path)]
    const next = async () => {
      const tag = await tagOf(path)
      expect(tags).not.toContain(tag)
      tags.push(tag)
    }
    await client.patch(path, { station_codigo: 'CDMX' })
    await next()
    await client.post(`${path}/password`, '')
    await next()
    await client.post(`${path}/renovar`, { segundos: 3600 })
    await next()
    await client.post(`${path}/suspender`, '')
    await next()
    const id = path.split('/').at(-1)
    await service.db.pool.query(
      `insert into sessions (id, node, credential_id, username, mountpoint, started_at, address, agent)
       values ('tagged', 'node', $1, 'rover', 'RED', now(), '127.0.0.1', 'test')`,
      [id],
    )
    expect((await client.get(path)).body.credential.ultima_conexion_at).not.toBe(null)
    expect(await tagOf(path)).toBe(tags.at(-1))
    await client.delete(path)
    await next()
  })

  it('lets one of several concurrent changes win', async () => {
    const path = await newCredential()
    const read = { 'if-match': await tagOf(path) }
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((label) => client.patch(path, { label: `Obra ${label}` }, read)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412])
    const winner = answers.find(({ status }) => status === 200)!
    expect((await client.get(path)).body.credential.label).toBe(winner.body.credential.label)
  })

  it('accepts several tags and *, compares strongly, and is optional', async () => {
    const path = await newCredential()
    const read = await tagOf(path)
    const change = async (ifMatch: string, label: string) =>
      (await client.patch(path, { label }, { 'if-match': ifMatch })).status
    expect(await change(`W/${read}`, 'weak')).toBe(412)
    expect(await change('"nothing"', 'other')).toBe(412)
    expect(await change(read.slice(1, -1), 'unquoted')).toBe(412)
    expect(await change(`"nothing", ${read}`, 'several')).toBe(200)
    expect(await change('*', 'any')).toBe(200)
    expect((await client.patch(path, { label: 'none' })).status).toBe(200)
    const stranger = await service.client(undefined, 'Stranger')
    expectProblem(await stranger.patch(path, { label: 'x' }, { 'if-match': '*' }), 404, 'credential_not_found')
  })
})

describe('PATCH /webhooks/{id} with If-Match', () => {
  it('changes only the state that was read', async () => {
    const { webhook } = (await client.post('/webhooks', { url: 'http://127.0.0.1:9/hook' })).body
    const path = `/webhooks/${webhook.id}`
    const read = await tagOf(path)
    const [one, other] = await Promise.all(
      ['order.paid', 'credential.issued'].map((eventos) => client.patch(path, { eventos }, { 'if-match': read })),
    )
    expect([one!.status, other!.status].sort()).toEqual([200, 412])
    const off = await client.patch(path, { activo: false }, { 'if-match': await tagOf(path) })
    expect(off.status).toBe(200)
    expectProblem(await client.patch(path, { activo: true }, { 'if-match': read }), 412, 'precondition_failed')
    expect(await tagOf(path)).toBe(off.headers.etag)
    await service.db.pool.query(
      'update webhooks set last_delivery_at = now(), consecutive_failures = 3 where id = $1',
      [webhook.id],
    )
    expect(await tagOf(path)).toBe(off.headers.etag)
  })
})
