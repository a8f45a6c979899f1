// The audit log: who did what, with the change or not at all, without secrets, and only ever longer.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOwner } from '../../src/actions/manage-owners.ts'
import { expectProblem } from '../support/problems.ts'
import { PASSWORD, TestConsole } from './support.ts'

let site: TestConsole
beforeAll(async () => {
  site = await TestConsole.start()
})
afterAll(() => site.stop())

const query = (sql: string) => site.db.pool.query(sql)

it('tells who did what to what, when and from where, newest first and paged', async () => {
  const { id, email, browser } = await site.user('administrator')
  site.service.at('2026-11-14T12:00:00Z')
  const { browser: boss } = await site.user('administrator')
  const { owner } = (await boss.post('/owners', { name: 'Audited', email: 'a@example.mx' })).body
  const made = (await boss.post('/tokens', { ownerId: owner.id, name: 'ERP', scopes: ['read'] })).body
  await boss.delete(`/tokens/${made.token.id}`)
  await boss.delete(`/tokens/${made.token.id}`) // the second time nothing changes
  await boss.patch(`/users/${id}`, { role: 'viewer' })
  site.service.time = null

  expectProblem(await browser.get('/audit'), 403, 'forbidden')
  const reader = await site.signedIn('administrator')
  const { entries } = (await reader.get('/audit')).body
  const ids = entries.map((entry: { id: number }) => entry.id)
  expect(ids).toEqual(ids.toSorted((a: number, b: number) => b - a))
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

it('tells of every way in, and of failures', async () => {
  const { email, browser } = await site.user()
  await site.browser('198.51.100.9').login(email, 'wrong horse battery')
  await browser.post('/logout')
  await browser.login(email)
  const of = (await site.audit()).filter(({ actor }) => actor === email)
  expect(of.map(({ action, details }) => [action, details])).toEqual([
    ['password.changed', { by: 'invitation' }],
    ['session.started', { method: 'link' }],
    ['login.failed', {}],
    ['session.ended', {}],
    ['session.started', { method: 'password' }],
  ])
})

it('never holds a secret', async () => {
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

it('is written with the change, or neither is', async () => {
  const context = { now: new Date(), by: { userId: null, name: 'test', address: null } }
  const doomed = site.db.transaction(async (tx) => {
    await createOwner({ ...context, db: tx }, 'Never', null)
    throw new Error('later')
  })
  await expect(doomed).rejects.toThrow('later')
  expect(JSON.stringify(await site.audit())).not.toContain('Never')
  const unwritable = { ...context, by: { userId: null, name: null as never, address: null }, db: site.db }
  await expect(createOwner(unwritable, 'Unaudited', null)).rejects.toThrow()
  expect((await query(`select 1 from owners where name = 'Unaudited'`)).rows).toEqual([])
})

describe('can only grow', () => {
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
    expect(await site.audit()).toEqual(before)
  })
})
