import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createOwner } from '../../../../src/actions/people/owners.ts'
import { system } from '../../../../src/domain/audit/action.ts'
import { recordsIn } from '../../../support/csv.ts'
import { expectInvalid, expectProblem } from '../../../support/problems.ts'
import { type Browser, PASSWORD, TestConsole } from '../support.ts'

let site: TestConsole
beforeAll(async () => {
  site = await TestConsole.start()
})
afterAll(() => site.stop())

interface Entry {
  readonly id: number
  readonly at: string
  readonly action: string
  readonly subjectId: number
}

const query = (sql: string) => site.db.pool.query(sql)

it('lists actor, action, subject, time and address, newest first and paged', async () => {
  const { id, email, browser } = await site.user('administrator')
  site.service.at('2026-11-14T12:00:00Z')
  const { browser: boss } = await site.user('administrator')
  const { owner } = (await boss.post('/owners', { name: 'Audited', email: 'a@example.mx' })).body
  const made = (await boss.post('/tokens', { ownerId: owner.id, name: 'ERP', scopes: ['read'] })).body
  await boss.delete(`/tokens/${made.token.id}`)
  await boss.delete(`/tokens/${made.token.id}`) // repeating changes nothing
  await boss.patch(`/users/${id}`, { role: 'viewer' })
  site.service.time = null

  expectProblem(await browser.get('/audit'), 403, 'forbidden')
  // Refusals are written asynchronously: wait for the entry before reading pages.
  const isTold = async () => expect((await site.audit()).at(-1)?.action).toBe('access.refused')
  await vi.waitFor(isTold, { timeout: 90_000, interval: 50 })
  const reader = await site.signedIn('administrator')
  const { entries } = (await reader.get('/audit')).body
  const ids = entries.map((entry: { id: number }) => entry.id)
  const newestFirst = (a: Entry, b: Entry) => Date.parse(b.at) - Date.parse(a.at) || b.id - a.id
  expect(entries).toEqual(entries.toSorted(newestFirst))
  const done = entries.filter(({ at, userId }: never) => at === '2026-11-14T12:00:00.000Z' && userId !== null)
  expect(done.map(({ action }: { action: string }) => action).slice(0, 4)).toEqual([
    'user.changed',
    'token.revoked',
    'token.created',
    'owner.created',
  ])
  expect(done[0]).toMatchObject({
    subjectKind: 'user',
    subjectId: id,
    details: { email, was: { role: 'administrator' }, wish: { role: 'viewer' } },
    address: '203.0.113.7',
  })
  expect(done[2]).toMatchObject({
    subjectKind: 'token',
    subjectId: made.token.id,
    ownerId: owner.id,
    details: { name: 'ERP', scopes: ['read'], owner: 'Audited' },
  })

  const paged: number[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { entries: { id: number }[]; nextCursor: string | null } = (
      await reader.get(`/audit?limit=3${cursor && `&cursor=${cursor}`}`)
    ).body
    expect(page.entries.length).toBeLessThanOrEqual(3)
    paged.push(...page.entries.map((entry) => entry.id))
    cursor = page.nextCursor
  }
  expect(paged).toEqual(ids)
})

describe('the filters of the audit log', () => {
  const found = async (reader: Browser, filter: Record<string, string | number>) => {
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(filter)) search.set(name, String(value))
    const { entries } = (await reader.get(`/audit?${search}`)).body
    return entries.map(({ action, subjectId }: Entry) => [action, subjectId])
  }

  it('select by actor, action, subject and time, alone and combined', async () => {
    const { email, browser } = await site.user('administrator')
    const reader = await site.signedIn('administrator')
    site.service.at('2031-03-01T06:00:00Z')
    const later = site.browser()
    await later.login(email)
    const { owner } = (await later.post('/owners', { name: 'Filtered' })).body
    site.service.at('2031-03-02T06:00:00Z')
    const again = site.browser()
    await again.login(email)
    await again.patch(`/owners/${owner.id}`, { email: 'f@example.mx' })
    site.service.time = null
    await browser.post('/owners', { name: 'Filtered too' })

    const changed = ['owner.changed', owner.id]
    const created = ['owner.created', owner.id]
    expect(await found(reader, { subjectKind: 'owner', subjectId: owner.id })).toEqual([changed, created])
    expect(await found(reader, { actor: email.toUpperCase(), action: 'owner.changed' })).toEqual([changed])
    const range = { from: '2031-03-01T00:00:00Z', to: '2031-03-02T06:00:00Z' }
    expect(await found(reader, { ...range, subjectKind: 'owner' })).toEqual([created])
    expect(await found(reader, { from: range.to, subjectKind: 'owner' })).toEqual([changed])
    expect(await found(reader, { actor: 'nobody@example.mx' })).toEqual([])
    expectInvalid(await reader.get('/audit?subjectId=1'), '/subjectId')
    expectInvalid(await reader.get('/audit?action=everything'), '/action')
    expectInvalid(await reader.get('/audit?from=yesterday'), '/from')
    expectInvalid(await reader.get('/audit?cursor=YmVmb3JlOjE'), '/cursor')
  })

  it('use the index, whatever else is in the log', async () => {
    await query(
      `insert into audit_log (at, actor_kind, actor, action, subject_kind, subject_id)
       select '2026-01-01'::timestamptz + n * interval '7 minutes', 'person', n % 500 || '@example.mx', n % 501 || '.done', n % 502 || '-kind', n % 2
       from generate_series(1, 20000) as n`,
    )
    await query('analyze audit_log')
    const indexes = {
      audit_log_at: 'true',
      audit_log_actor: `lower(actor) = '400@example.mx'`,
      audit_log_action: `action = '300.done'`,
      audit_log_kind: `subject_kind = '200-kind'`,
      audit_log_subject: `subject_kind = '200-kind' and subject_id = 0`,
    }
    for (const [index, condition] of Object.entries(indexes)) {
      const { rows } = await query(
        `explain select * from audit_log where ${condition} and at >= '2026-01-01' and (at, id) < ('2026-03-01', 9) order by at desc, id desc limit 3`,
      )
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan).toContain(`Index Scan Backward using ${index} `)
      expect(plan).toContain('at >= ')
      expect(plan).not.toMatch(/Sort|Filter/)
    }
  })
})

it('exports the audit log as CSV with the same filters, and no cell is a formula', async () => {
  const boss = await site.signedIn('administrator')
  const { owner } = (await boss.post('/owners', { name: '=HYPERLINK("x"), "quoted" ñ' })).body
  await site.browser().login('=cmd@example.mx', 'wrong horse battery')
  const { status, headers, text } = await boss.get(`/audit.csv?subjectKind=owner&subjectId=${owner.id}`)
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(headers['content-disposition']).toBe('attachment; filename="audit.csv"')
  const rows = recordsIn(text)
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ action: 'owner.created', subjectId: String(owner.id), address: '203.0.113.7' })
  expect(JSON.parse(rows[0]!.details!)).toEqual({ name: owner.name, email: null })
  await failuresOf('=cmd@example.mx', 1)
  const failures = recordsIn((await boss.get('/audit.csv?action=login.failed')).text)
  expect((failures as Record<string, string>[]).map(({ actor }) => actor)).toContain(`'=cmd@example.mx`)

  await query(
    `insert into audit_log (at, actor_kind, actor, action)
     select date_trunc('second', now()), 'person', 'many', 'login.failed' from generate_series(1, 2500)`,
  )
  const many = await boss.get('/audit.csv?actor=many')
  expect(many.text.trim().split('\r\n')).toHaveLength(2_501)
  expectProblem(await (await site.signedIn('operator')).get('/audit.csv'), 403, 'forbidden')
})

it('records every kind of sign-in, and failures', async () => {
  const { email, browser } = await site.user()
  await site.browser('198.51.100.9').login(email, 'wrong horse battery')
  await browser.post('/logout')
  await browser.login(email)
  await failuresOf(email, 1)
  const of = (await site.audit())
    .filter(({ actor }) => actor === email)
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
  expect(of.map(({ action, details }) => [action, details])).toEqual([
    ['password.changed', { by: 'invitation' }],
    ['session.started', { method: 'link' }],
    ['login.failed', {}],
    ['session.ended', {}],
    ['session.started', { method: 'password' }],
  ])
})

/** Failures are written asynchronously: waits until the actor has `count` entries. */
const failuresOf = (actor: string, count: number) =>
  vi.waitFor(
    async () => {
      const { rows } = await query(`select * from audit_log where action = 'login.failed' and actor = '${actor}'`)
      expect(rows).toHaveLength(count)
      return rows
    },
    { timeout: 90_000, interval: 50 },
  )

it('records five failures a minute for unknown addresses and counts the rest; all for known ones', async () => {
  const before = (await site.audit()).length
  site.service.at('2026-11-14T12:00:00Z')
  const { email } = await site.user()
  for (let count = 0; count < 40; count++)
    expect((await site.browser(`198.51.100.${count}`).login(`made.up.${count}@example.mx`, 'wrong horse')).status).toBe(
      401,
    )
  for (let count = 0; count < 10; count++)
    await site.browser(`192.0.2.${count}`).login(email.toUpperCase(), 'wrong horse battery')
  expect(await failuresOf(email, 10)).toHaveLength(10)
  site.service.at('2026-11-14T12:01:00Z')
  const [summary] = await failuresOf('*', 1)
  expect(summary).toMatchObject({ details: { requests: 35 }, address: null })
  const told = (await site.audit()).slice(before).filter(({ actor }) => actor.startsWith('made.up.'))
  expect(told).toHaveLength(5)
  site.service.time = null
})

it('never writes a secret to the audit log', async () => {
  const user = await site.userWithSecondFactor()
  const { owner } = (await user.browser.post('/owners', { name: 'Secretive' })).body
  const token = (await user.browser.post('/tokens', { ownerId: owner.id, name: 't', scopes: ['read'] })).body
  const { link } = (await user.browser.post(`/users/${user.id}/link`)).body
  const log = JSON.stringify(await site.audit())
  const secrets = [
    PASSWORD,
    user.secret,
    ...user.recoveryCodes,
    token.secret,
    link.url.split('#')[1],
    user.browser.sessionCookie,
  ]
  for (const secret of secrets) expect(log).not.toContain(secret)
})

it('writes the audit entry in the transaction of the change', async () => {
  const context = { now: new Date(), by: system('test') }
  const doomed = site.db.transaction(async (tx) => {
    await createOwner({ ...context, db: tx }, 'Never', null)
    throw new Error('later')
  })
  await expect(doomed).rejects.toThrow('later')
  expect(JSON.stringify(await site.audit())).not.toContain('Never')
  const unwritable = { ...context, by: { ...context.by, name: null as never }, db: site.db }
  await expect(createOwner(unwritable, 'Unaudited', null)).rejects.toThrow()
  expect((await query(`select 1 from owners where name = 'Unaudited'`)).rows).toEqual([])
})

describe('the audit log is append-only', () => {
  it.each([
    `update audit_log set actor = 'somebody else'`,
    `update audit_log set details = '{}' where id = 1`,
    'delete from audit_log',
    'delete from audit_log where id = 1',
    'truncate audit_log',
    'truncate users, owners, audit_log cascade',
    `set session_replication_role = replica; delete from audit_log`,
  ])('%s', async (sql) => {
    await site.user('viewer')
    const before = await site.audit()
    expect(before.length).toBeGreaterThan(0)
    await expect(query(sql)).rejects.toThrow('audit_log can only grow')
    expect((await site.audit()).slice(0, before.length)).toEqual(before) // entries of earlier tests may be written late
  })
})

it('records who requested what their role does not allow', async () => {
  const { id, email, browser } = await site.user('viewer')
  expectProblem(await browser.get('/audit'), 403, 'forbidden')
  const boss = await site.signedIn('administrator')
  const [entry] = await vi.waitFor(
    async () => {
      const { entries } = (await boss.get(`/audit?action=access.refused&actor=${email}`)).body
      expect(entries).toHaveLength(1)
      return entries
    },
    { timeout: 90_000, interval: 50 },
  )
  expect(entry).toMatchObject({
    userId: id,
    actorKind: 'person',
    subjectKind: 'user',
    subjectId: id,
    address: '203.0.113.7',
    details: { code: 'forbidden', permission: 'audit.read', role: 'viewer', route: 'GET /console/api/audit' },
  })
})

describe('a request refused for lack of permission', () => {
  const refusedOf = (email: string, count: number) =>
    vi.waitFor(
      async () => {
        const found = (await site.audit()).filter(({ actor, action }) => actor === email && action === 'access.refused')
        expect(found).toHaveLength(count)
        return found.map(({ details }) => details.code)
      },
      { timeout: 90_000, interval: 50 },
    )

  it('leaves an entry for signed-in users: by route, cross-site header or action', async () => {
    const { email, browser } = await site.user('operator')
    expectProblem(await browser.get('/audit'), 403, 'forbidden')
    const elsewhere = { 'sec-fetch-site': 'cross-site' }
    expectProblem(await browser.patch('/account', { name: 'Mallory' }, elsewhere), 403, 'cross_site')
    const reseller = await site.user('reseller', await site.owner('Refused'))
    const sessions = { ownerId: await site.owner('Refused'), validitySeconds: 3_600, maxSessions: 9 }
    expectProblem(await reseller.browser.post('/credentials', sessions), 403, 'sessions_of_operator')
    await query(`update role_policies set second_factor = 'required' where role = 'operator'`)
    expectProblem(await browser.get('/stations'), 403, 'second_factor_required')
    await query(`update role_policies set second_factor = 'optional' where role = 'operator'`)
    expect(await refusedOf(email, 3)).toEqual(['forbidden', 'cross_site', 'second_factor_required'])
    expect(await refusedOf(reseller.email, 1)).toEqual(['sessions_of_operator'])
  })

  it('leaves no entry when a password is requested again or another entry records it', async () => {
    const { email, browser, id } = await site.user()
    await query(`update console_sessions set confirmed_at = null where user_id = ${id}`)
    expectProblem(await browser.post(`/users/${id}/link`), 403, 'confirmation_needed')
    expectProblem(await browser.post('/account/confirm', { password: 'not it at all' }), 403, 'wrong_password')
    expectProblem(await browser.patch('/account', { name: 'Mallory' }, { 'sec-fetch-site': 'none' }), 403, 'cross_site')
    expect(await refusedOf(email, 1)).toEqual(['cross_site'])
  })

  it('leaves one log line per address for callers without a valid session or from other sites', async () => {
    const lines: { address?: string; msg?: string }[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
    const noisy = await TestConsole.start(undefined, { log })
    const ended = noisy.browser('198.51.100.20')
    const { browser } = await noisy.user()
    for (const [name, value] of browser.cookies) ended.cookies.set(name, value)
    await browser.post('/logout')
    expectProblem(await ended.get('/me'), 401, 'signed_out')
    expectProblem(await noisy.browser('198.51.100.21').get('/me'), 401, 'signed_out') // no cookie: no line
    for (let count = 0; count < 50; count++) {
      const answer = await noisy.browser('198.51.100.22').post('/login', {}, { 'sec-fetch-site': 'cross-site' })
      expectProblem(answer, 403, 'cross_site')
    }
    const told = lines.filter(({ msg }) => msg?.includes('without a valid session'))
    expect(told.map(({ address }) => address)).toEqual(['198.51.100.20', '198.51.100.22'])
    await noisy.stop()
  })
})
