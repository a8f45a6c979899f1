// Password reads and rejected requests leave a trace, written in the background and bounded in a flood.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { program } from '../../src/domain/audit/action.ts'
import { RequestAudit } from '../../src/recording/request-audit.ts'
import { openLog } from '../../src/start/log.ts'
import { isDatabaseUnavailable } from '../../src/store/kit/connections/unavailable.ts'
import { type Client, TestService } from '../support/service.ts'

let service: TestService
let token: { id: number; ownerId: number; name: string }
let client: Client
const logged: { address: string; times: number; msg: string }[] = []

beforeAll(async () => {
  service = await TestService.start({
    log: openLog('warn', { write: (line) => logged.push(JSON.parse(line)) }) as never,
  })
  const made = await service.token()
  token = made.token
  client = service.as(made.secret)
})
afterAll(() => service.stop())

const COLUMNS = 'actor, token_id, address, request_id, action, subject_kind, subject_id, owner_id, details'
const entriesOf = async (action: string): Promise<Record<string, unknown>[]> =>
  (await service.db.pool.query(`select ${COLUMNS} from audit_log where action = $1 order by id`, [action])).rows
/** Waits for the entries, which are written in the background within about a second. */
const written = (action: string, count: number) =>
  vi.waitFor(
    async () => {
      const found = await entriesOf(action)
      expect(found).toHaveLength(count)
      return found
    },
    { timeout: 90_000, interval: 50 },
  )

describe('the trace of a read', () => {
  it('names the credential whose password was read, the request and the address', async () => {
    const { credential } = (await client.post('/credentials', { segundos: 3600 })).body
    const { headers } = await client.get(`/credentials/${credential.id}`)
    const [entry] = await written('credential.revealed', 1)
    expect(entry).toEqual({
      actor: 'test',
      token_id: token.id,
      address: '127.0.0.1',
      request_id: headers['x-request-id'],
      action: 'credential.revealed',
      subject_kind: 'credential',
      subject_id: credential.id,
      owner_id: token.ownerId,
      details: { username: credential.usuario },
    })
    expect(JSON.stringify(entry)).not.toContain(credential.password)
  })

  it('counts links in a list, and passwords in a replayed response', async () => {
    const body = { credentials: [{ segundos: 3600 }, { segundos: 3600 }] }
    const key = { 'idempotency-key': 'twice' }
    await client.post('/credentials/batch', body, key)
    expect((await client.post('/credentials/batch', body, key)).headers['idempotent-replayed']).toBe('true')
    const { credentials } = (await client.get('/credentials')).body
    const entries = await written('credentials.read', 2)
    expect(entries.map(({ details }) => details)).toEqual([
      { requests: 1, passwords: 2 },
      { requests: 1, links: credentials.length },
    ])
  })

  it('is written for a second revocation, which returns the password again', async () => {
    const { credential } = (await client.post('/credentials', { segundos: 3600 })).body
    await client.delete(`/credentials/${credential.id}`)
    const before = (await entriesOf('credential.revealed')).length
    await client.delete(`/credentials/${credential.id}`)
    expect(await entriesOf('credential.revoked')).toHaveLength(1)
    const entries = await written('credential.revealed', before + 1)
    expect(entries.at(-1)).toMatchObject({ subject_id: credential.id })
  })
})

describe('the trace of a rejected request', () => {
  it('names the token if its scope is missing or it was revoked', async () => {
    const reader = await service.token(['read'])
    expect((await service.as(reader.secret).post('/credentials', { segundos: 3600 })).status).toBe(403)
    await service.db.pool.query('update tokens set revoked_at = now() where id = $1', [reader.token.id])
    expect((await service.as(reader.secret).get('/stations')).status).toBe(401)
    const entries = await written('access.refused', 2)
    expect(entries.map(({ token_id, details }) => ({ token_id, details }))).toEqual([
      {
        token_id: reader.token.id,
        details: { code: 'insufficient_scope', scope: 'provision', route: 'POST /api/v1/credentials' },
      },
      { token_id: reader.token.id, details: { code: 'invalid_token', route: 'GET /api/v1/stations' } },
    ])
  })

  it('is one log line per address for strangers, without an audit entry', async () => {
    const before = (await entriesOf('access.refused')).length
    for (let times = 0; times < 300; times++) await service.as(null).get('/stations')
    expect(logged).toEqual([
      expect.objectContaining({
        address: '127.0.0.1',
        times: 1,
        msg: 'requests without a valid token were refused',
      }),
    ])
    expect(await entriesOf('access.refused')).toHaveLength(before)
  })
})

describe('a flood of requests', () => {
  const at = new Date('2026-11-14T12:00:00Z')
  const nextMinute = new Date('2026-11-14T12:01:00Z')
  const by = () => program(token, { id: 'req-flood', ip: '127.0.0.1' })
  const audited = { action: 'access.refused', details: { code: 'x' } } as const

  it('leaves sixty entries per minute, and one that counts the rest', async () => {
    const before = (await entriesOf('access.refused')).length
    const noted = new RequestAudit(service.db, () => new Date())
    for (let times = 0; times < 10_000; times++) noted.note(by(), audited, at)
    await noted.write(at)
    expect((await entriesOf('access.refused')).slice(before)).toHaveLength(60)
    await noted.write(nextMinute)
    const entries = (await entriesOf('access.refused')).slice(before)
    expect(entries).toHaveLength(61)
    expect(entries.at(-1)).toMatchObject({ request_id: null, details: { requests: 9_940 } })
    await noted.close()
  })

  it('loses no count while the database is unavailable, only detail', async () => {
    const before = (await entriesOf('access.refused')).length
    let away = true
    const { db } = service
    const reachable: typeof db = {
      ...db,
      query: (...given) =>
        away ? Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' })) : db.query(...given),
    }
    const noted = new RequestAudit(reachable, () => new Date())
    for (let one = 0; one < 200; one++)
      for (let times = 0; times < 100; times++) noted.note({ ...by(), tokenId: 1_000 + one }, audited, at)
    await expect(noted.write(nextMinute)).rejects.toSatisfy(isDatabaseUnavailable)
    away = false
    await noted.close()
    const details = (await entriesOf('access.refused'))
      .slice(before)
      .map((entry) => entry.details as { requests?: number })
    expect(details.reduce((sum, { requests = 1 }) => sum + requests, 0)).toBe(20_000)
    expect(details.length).toBeLessThan(5_500)
  })
})
