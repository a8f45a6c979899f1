import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findDueWork } from '../../../src/store/network/due-work.ts'
import { deleteUpstream, insertUpstream, makeUpstreamDue } from '../../../src/store/network/upstreams/rows.ts'
import { type Client, STATIONS, TestService } from '../../support/service.ts'

const NOTHING = { expiry: false, issuing: false, webhooks: false, chats: false, upstreams: false }

let service: TestService
let client: Client
beforeAll(async () => {
  service = await TestService.start()
  client = await service.client()
  await service.saveStations(STATIONS.cdmx)
})
afterAll(() => service.stop())
beforeEach(() => service.db.pool.query('truncate credentials, deliveries, webhooks, issue_jobs cascade'))

const sql = (text: string) => service.db.pool.query(text)

describe('due work', () => {
  it('is none on an empty network', async () => {
    expect(await findDueWork(service.db, new Date())).toEqual(NOTHING)
  })

  it('includes a credential from the moment it expires until its event is emitted', async () => {
    const { credential } = (await client.post('/credentials', { segundos: 3600, station_codigo: 'CDMX' })).body
    const expiresAt = new Date(credential.expira_at)
    expect(await findDueWork(service.db, new Date(expiresAt.getTime() - 1))).toEqual(NOTHING)
    expect(await findDueWork(service.db, expiresAt)).toEqual({ ...NOTHING, expiry: true })
    await sql('update credentials set expiry_noted_at = now()')
    expect(await findDueWork(service.db, expiresAt)).toEqual(NOTHING)
  })

  it('includes a pending delivery and a running batch job, and not finished ones', async () => {
    await sql(`insert into webhooks (owner_id, url, event_types, secret, created_at)
      select id, 'https://receiver.example.mx', '{order.paid}', '\\x00', now() from owners limit 1`)
    await sql(`insert into deliveries (event_id, webhook_id, event_type, due_at, created_at)
      select 'e', id, 'order.paid', now() + interval '1 hour', now() from webhooks`)
    expect(await findDueWork(service.db, new Date())).toEqual({ ...NOTHING, webhooks: true })
    await sql(`insert into issue_jobs (key, actor, file_name, total, created_at) values ('k', 'a', 'f', 1, now())`)
    expect(await findDueWork(service.db, new Date())).toEqual({ ...NOTHING, webhooks: true, issuing: true })
    await sql(`update deliveries set state = 'delivered', finished_at = now()`)
    await sql(`update issue_jobs set state = 'finished', finished_at = now()`)
    expect(await findDueWork(service.db, new Date())).toEqual(NOTHING)
  })

  it('includes the sourcetable of an upstream caster once it is due', async () => {
    const now = new Date()
    const id = await insertUpstream(service.db, {
      name: 'North',
      url: 'ntrip://north.example.mx:2101',
      prefix: 'N_',
      servesNetwork: false,
    })
    await makeUpstreamDue(service.db, id, now)
    expect(await findDueWork(service.db, new Date(now.getTime() - 1))).toEqual(NOTHING)
    expect(await findDueWork(service.db, now)).toEqual({ ...NOTHING, upstreams: true })
    await deleteUpstream(service.db, id)
    expect(await findDueWork(service.db, now)).toEqual(NOTHING)
  })
})
