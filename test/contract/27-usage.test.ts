// Usage by month: credentials issued and hours connected, also after sessions are deleted.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DEFAULT_RETENTION } from '../../src/domain/operations/retention.ts'
import { DAY_MS } from '../../src/domain/time/units.ts'
import { countUsage } from '../../src/start/jobs/count-usage.ts'
import { tidyUp } from '../../src/start/jobs/tidy-up.ts'
import { expectInvalid, expectProblem } from '../support/problems.ts'
import { type Client, TestService } from '../support/service.ts'

/** Mexico central time is UTC-6. */
const at = (local: string) => new Date(`${local}-06:00`)
const NOW = at('2026-11-14T12:00:00')
const later = (days: number) => new Date(NOW.getTime() + days * DAY_MS)

let service: TestService
let client: Client
let owners = 0
let sessions = 0

beforeAll(async () => {
  service = await TestService.start()
})
beforeEach(async () => {
  service.time = NOW
  client = await service.client(undefined, `Usage ${++owners}`)
  await service.db.pool.query('truncate sessions, usage_months, usage_progress')
})
afterAll(() => service.stop())

async function issueAt(time: Date, who = client): Promise<number> {
  service.time = time
  const { body } = await who.post('/credentials', { segundos: 31_536_000 })
  service.time = NOW
  return body.credential.id
}

/** `reportedAt`: when the caster last reported an open session. */
async function connect(
  credentialId: number | null,
  from: Date,
  to: Date | null,
  reportedAt: Date | null = null,
): Promise<string> {
  const id = `usage-${++sessions}`
  await service.db.pool.query(
    `insert into sessions (id, node, credential_id, username, mountpoint, started_at, ended_at, told_at, address, agent)
     values ($1, 'node', $2, 'rover', 'RED', $3, $4, $5, '127.0.0.1', 'test')`,
    [id, credentialId, from, to, reportedAt],
  )
  return id
}

const months = async (who = client, query = '') =>
  (await who.get(`/uso${query}`)).body.meses.map((one: Record<string, unknown>) => [
    one.mes,
    one.emitidas,
    one.horas_conectadas,
    one.definitivo,
  ])

describe('GET /uso', () => {
  it('returns nothing before the first count', async () => {
    expect((await client.get('/uso')).body).toEqual({ ok: true, meses: [], contado_at: null })
  })

  it('splits sessions among the months they span, and includes open ones', async () => {
    const stranger = await service.client(undefined, `Usage ${++owners}`)
    const id = await issueAt(at('2026-08-31T23:59:00'))
    await issueAt(at('2026-09-01T00:01:00'))
    const theirs = await issueAt(at('2026-11-02T00:00:00'), stranger)
    await connect(id, at('2026-08-31T23:30:00'), at('2026-09-01T02:00:00'))
    await connect(id, at('2026-11-13T12:00:00'), at('2026-11-13T12:15:00'))
    await connect(id, at('2026-10-31T12:00:00'), null, NOW)
    await connect(theirs, at('2026-11-10T00:00:00'), at('2026-11-10T05:00:00'))
    await connect(null, at('2026-11-10T00:00:00'), at('2026-11-10T05:00:00'))
    await countUsage(service.db, NOW)
    const november = 13 * 24 + 12
    expect((await client.get('/uso')).body.contado_at).toBe(NOW.toISOString())
    expect(await months()).toEqual([
      ['2026-08', 1, 0.5, true],
      ['2026-09', 1, 2, true],
      ['2026-10', 0, 12, true],
      ['2026-11', 0, november + 0.25, false],
    ])
    expect(await months(stranger)).toEqual([['2026-11', 1, 5, false]])
    expect(await months(client, '?desde=2026-09&hasta=2026-10')).toEqual([
      ['2026-09', 1, 2, true],
      ['2026-10', 0, 12, true],
    ])
    expect(await months(client, '?desde=2027-01')).toEqual([])
    expect((await months(client, '?desde=2000-01&hasta=2100-01')).length).toBe(4)
  })

  it('counts everything once, however often it runs and whenever a session ends', async () => {
    const id = await issueAt(at('2026-10-20T00:00:00'))
    // A disconnected caster: the end is written days later.
    const open = await connect(id, at('2026-10-31T22:00:00'), null, at('2026-11-01T02:59:00'))
    await connect(id, at('2026-10-25T00:00:00'), at('2026-10-25T10:00:00'))
    for (const days of [0, 1, 2, 3]) await countUsage(service.db, later(days))
    await issueAt(later(3))
    await service.db.pool.query('update sessions set ended_at = $2 where id = $1', [open, at('2026-11-01T03:00:00')])
    await connect(id, later(3), new Date(later(3).getTime() + 3_600_000))
    service.time = later(3)
    for (const days of [4, 5, 6, 40]) await countUsage(service.db, later(days))
    expect(await months()).toEqual([
      ['2026-10', 1, 12, true],
      ['2026-11', 1, 4, true],
    ])
  })

  it('keeps counts after sessions and test credentials are deleted, and deletes no uncounted session', async () => {
    const id = await issueAt(at('2026-10-01T00:00:00'))
    await connect(id, at('2026-10-01T00:00:00'), at('2026-10-03T00:00:00'))
    await connect(id, at('2026-10-10T00:00:00'), new Date(NOW.getTime() - 60_000))
    const kept = { ...DEFAULT_RETENTION, sessionsMs: DAY_MS }
    const left = async () => (await service.db.pool.query('select count(*)::int as n from sessions')).rows[0].n
    await tidyUp(service.db, NOW, kept)
    expect(await left()).toBe(1)
    const counted = await months()
    expect(counted[0]).toEqual(['2026-10', 1, 22 * 24 + 48, true])
    await tidyUp(service.db, later(2), kept)
    expect(await left()).toBe(0)
    expect(await months()).toEqual(counted)
  })

  it('counts correctly with concurrent runs', async () => {
    const id = await issueAt(at('2026-10-01T00:00:00'))
    for (let day = 1; day < 20; day++)
      await connect(id, at(`2026-10-${10 + day}T00:00:00`), at(`2026-10-${10 + day}T01:00:00`))
    await Promise.all([1, 2, 3].map(() => countUsage(service.db, NOW)))
    await countUsage(service.db, later(1))
    expect((await months())[0]).toEqual(['2026-10', 1, 19, true])
  })

  it('requires the scope read, and months in order', async () => {
    expectProblem(await (await service.client(['provision'])).get('/uso'), 403, 'insufficient_scope')
    for (const wrong of ['2026-13', '2026-1', 'ayer', '2026-01-01'])
      expectInvalid(await client.get(`/uso?desde=${wrong}`), '/desde')
    expect(expectInvalid(await client.get('/uso?desde=2026-03&hasta=2026-02'), '/hasta').errors[0].code).toBe(
      'end_before_start',
    )
  })
})
