// Seals over the audit log: tampering is detected, late rows are included, and several workers build one chain.
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AuditSealer } from '../../../src/actions/audit/seal.ts'
import { type FoundFault, verifyAudit } from '../../../src/actions/audit/verification.ts'
import { isVerificationDue, verifyAndStore } from '../../../src/actions/audit/verify.ts'
import { system } from '../../../src/domain/audit/action.ts'
import { insertAudit } from '../../../src/store/audit/entries.ts'
import { listSeals, pruneAudit } from '../../../src/store/audit/seals.ts'
import type { Database } from '../../../src/store/kit/database.ts'
import { TestService } from '../../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await TestService.start()
})
afterAll(() => service.stop())

const NOW = new Date('2026-11-14T12:00:00Z')
const write = (db: Database, name: string, at = NOW) =>
  insertAudit(db, system('test'), { action: 'settings.changed', details: { name, customer: 'Ana' } }, at)
const writeMany = (count: number, at = NOW) =>
  service.db.pool.query(
    `insert into audit_log (at, actor_kind, actor, action) select $2, 'system', 'test', 'settings.changed' from generate_series(1, $1)`,
    [count, at],
  )
const sealer = (settledMs = 0) => new AuditSealer(service.db, 0, settledMs)
const seals = () => listSeals(service.db, 0, 1_000)

async function verify(printed = new Map<number, string>()) {
  const faults: FoundFault[] = []
  const told = await verifyAudit(service.db, printed, (fault) => faults.push(fault))
  return { ...told, faults: faults.map(({ fault, number }) => `${number} ${fault}`) }
}

/** Changes rows as the table owner could, with triggers disabled. */
async function tampered(sql: string, undo: string, look: () => Promise<void>): Promise<void> {
  const owner = new pg.Client(service.db.pool.options as pg.ClientConfig)
  await owner.connect()
  const run = async (text: string) => {
    await owner.query('alter table audit_log disable trigger user; alter table audit_seals disable trigger user')
    await owner.query(text)
    await owner.query(
      'alter table audit_log enable always trigger audit_log_grows; alter table audit_seals enable always trigger audit_seals_grow',
    )
  }
  try {
    await run(
      'create table if not exists kept as table audit_log; create table if not exists kept_seals as table audit_seals',
    )
    await run(sql)
    await look()
  } finally {
    await run(undo)
    await run('drop table kept; drop table kept_seals')
    await owner.end()
  }
}

const pastTriggers = (sql: string) =>
  service.db.pool.query(
    `alter table audit_log disable trigger user; ${sql}; alter table audit_log enable always trigger audit_log_grows`,
  )

const RESTORE_LOG = 'delete from audit_log; insert into audit_log overriding system value select * from kept'
const RESTORE_SEALS = 'delete from audit_seals; insert into audit_seals select * from kept_seals'

it('seals existing rows in ranges and verifies them', async () => {
  await writeMany(2_500)
  expect(await verify()).toMatchObject({ seals: 0, faults: [] })
  await sealer().run(NOW)
  const all = await seals()
  expect(all.map(({ rows }) => rows)).toEqual([1_000, 1_000, 500])
  expect(await verify()).toMatchObject({ seals: 3, rows: 2_500, faults: [], waiting: { log: 0, issued: 0 } })
  expect(await sealer().run(NOW)).toBe(0)
})

it('stores the result of a verification for the console; a second one within a minute returns it', async () => {
  expect(await isVerificationDue(service.db, NOW)).toBe(true)
  const first = await verifyAndStore(service.db, NOW)
  expect(first).toMatchObject({ verifiedAt: NOW, rows: 2_500, faults: 0 })
  expect(await verifyAndStore(service.db, new Date(NOW.getTime() + 59_000))).toEqual(first)
  expect(await isVerificationDue(service.db, new Date(NOW.getTime() + 86_399_000))).toBe(false)
  expect(await isVerificationDue(service.db, new Date(NOW.getTime() + 86_400_000))).toBe(true)
})

describe('late rows', () => {
  it('are awaited if committed after rows with higher ids', async () => {
    const before = (await seals()).length
    const late = await service.db.pool.connect()
    const ours = sealer()
    try {
      await late.query('begin')
      await late.query(
        `insert into audit_log (at, actor_kind, actor, action) values (now(), 'system', 'late', 'settings.changed')`,
      )
      await write(service.db, 'early')
      expect(await ours.run(NOW)).toBe(0)
      await write(service.db, 'meanwhile') // later writers do not delay sealing
      expect(await ours.run(NOW)).toBe(0)
      await late.query('commit')
    } finally {
      late.release()
    }
    expect(await ours.run(NOW)).toBe(1)
    const newest = (await seals()).at(-1)!
    expect(newest).toMatchObject({ number: before + 1, rows: 2 })
    await ours.run(NOW)
    expect(await verify()).toMatchObject({ faults: [], waiting: { log: 0 } })
  })

  it('are all sealed once despite concurrent writes and rollbacks', async () => {
    const ours = [sealer(), sealer(), sealer()]
    let writing = true
    const sealing = ours.map(async (one) => {
      while (writing) await one.run(NOW)
    })
    await Promise.all(
      Array.from({ length: 6 }, async (_, who) => {
        for (let times = 0; times < 40; times++)
          await service.db
            .transaction(async (tx) => {
              await write(tx, `${who} ${times}`)
              await tx.query({ text: 'select pg_sleep(random() * 0.01)' })
              if (times % 5 === 0) throw new Error('never mind')
            })
            .catch(() => {})
      }),
    )
    writing = false
    await Promise.all(sealing)
    for (const one of ours) await one.run(NOW)
    await sealer().run(NOW)
    const all = await seals()
    expect(all.map(({ number }) => number)).toEqual(all.map((_, index) => index + 1))
    const { rows } = await service.db.pool.query('select count(*)::int as count from audit_log')
    expect(await verify()).toMatchObject({ faults: [], rows: rows[0].count, waiting: { log: 0 } })
  })
})

describe('verification finds', () => {
  const somewhere = 'id = (select min(id) + 1500 from audit_log)'

  it.each([
    ['a missing row', `delete from audit_log where ${somewhere}`, '2 missing_rows'],
    ['a changed row', `update audit_log set actor = 'nobody' where ${somewhere}`, '2 changed_rows'],
    ['a changed time', `update audit_log set at = at + interval '1 microsecond' where ${somewhere}`, '2 changed_rows'],
    [
      'a row that was put in',
      `delete from audit_log where ${somewhere}; insert into audit_log (id, at, actor_kind, actor, action) overriding system value
       values (-5, now(), 'system', 'x', 'y')`,
      '1 inserted_rows',
    ],
  ])('%s', (_, sql, fault) => tampered(sql, RESTORE_LOG, async () => expect((await verify()).faults).toContain(fault)))

  it.each([
    ['a changed seal', `update audit_seals set sealed_at = now() where number = 2`, ['2 changed_seal']],
    [
      'a seal made anew',
      `update audit_seals set hash = sha256('x') where number = 2`,
      ['2 changed_seal', '3 changed_seal'],
    ],
    ['a missing seal', `delete from audit_seals where number = 2`, ['2 missing_seal']],
    [
      'rows that claim to have been removed by retention',
      `update audit_seals set pruned_at = now() where number = 2; delete from audit_log where ${somewhere}`,
      ['2 missing_rows'],
    ],
  ])('%s', (_, sql, faults) =>
    tampered(sql, `${RESTORE_LOG}; ${RESTORE_SEALS}`, async () => expect((await verify()).faults).toEqual(faults)),
  )

  it('a rebuilt chain, given a seal that was kept elsewhere', async () => {
    const kept = (await seals()).at(-1)!
    const printed = new Map([[kept.number, kept.hash.toString('hex')]])
    expect((await verify(printed)).faults).toEqual([])
    const anew = `update audit_log set actor = 'nobody' where ${somewhere}; delete from audit_seals`
    await tampered(anew, `${RESTORE_LOG}; ${RESTORE_SEALS}`, async () => {
      await sealer().run(NOW)
      expect((await verify()).faults).toEqual([])
      expect((await verify(printed)).faults).not.toEqual([])
    })
    expect((await verify(printed)).faults).toEqual([])
  })

  it('issued credentials whose issuer was changed or removed', async () => {
    const client = await service.client()
    for (let count = 0; count < 3; count++) await client.post('/credentials', { segundos: 3600, cliente_nombre: 'Ana' })
    const settling = sealer(60_000)
    await settling.run(NOW)
    expect((await verify()).waiting.issued).toBe(3)
    await sealer().run(NOW)
    expect(await verify()).toMatchObject({ faults: [], waiting: { issued: 0 } })
    const { number } = (await seals()).findLast(({ part }) => part === 'issued')!
    const change = (set: string) =>
      service.db.pool.query(`update credentials set ${set} where id = (select min(id) from credentials)`)
    await change(`customer_name = null`)
    expect((await verify()).faults).toEqual([])
    const { rows } = await service.db.pool.query('select token_id from credentials order by id limit 1')
    await change('token_id = token_id + 1')
    expect((await verify()).faults).toEqual([`${number} changed_rows`])
    await change('token_id = null')
    expect((await verify()).faults).toEqual([`${number} missing_rows`])
    await change(`token_id = ${rows[0].token_id}`)
    expect((await verify()).faults).toEqual([])
  })
})

describe('audit log retention', () => {
  it('removes the oldest sealed rows, as far as configured, with an entry; the rest stays valid', async () => {
    expect(await pruneAudit(service.db, new Date())).toBeNull()
    await tampered(`delete from audit_log; delete from audit_seals`, 'select 1', async () => {
      await writeMany(1_000, new Date(Date.now() - 400 * 86_400_000))
      await writeMany(10, new Date(Date.now() - 100 * 86_400_000))
      expect(await pruneAudit(service.db, new Date())).toBeNull() // nothing is sealed
      await sealer().run(NOW)
      await writeMany(5, new Date())
      await sealer().run(NOW)
      expect(await pruneAudit(service.db, new Date())).toBeNull() // kept forever by default
      await service.db.pool.query('insert into audit_retention (days) values (365)')
      expect(await pruneAudit(service.db, new Date())).toBe(1_000)
      expect(await pruneAudit(service.db, new Date())).toBeNull()
      await service.db.pool.query('update audit_retention set days = 90')
      expect(await pruneAudit(service.db, new Date(Date.now() - 365 * 86_400_000))).toBeNull()
      expect(await verify()).toMatchObject({ faults: [], pruned: 1 })
      expect(await pruneAudit(service.db, new Date())).toBe(10)
      expect(await pruneAudit(service.db, new Date())).toBeNull()
      expect(await verify()).toMatchObject({ faults: [], pruned: 2 })
      const told = `select actor, details from audit_log where action = 'audit.pruned' order by id`
      expect((await service.db.pool.query(told)).rows).toEqual([
        { actor: 'retention', details: { entries: 1_000, before: expect.any(String), upToSeal: 1 } },
        { actor: 'retention', details: { entries: 10, before: expect.any(String), upToSeal: 2 } },
      ])
      await pastTriggers(`delete from audit_log where details @> '{"upToSeal": 2}'`)
      expect((await verify()).faults).toEqual(['2 untold_removal'])
    })
  })

  it('removes whole seals, up to a limit per run', async () => {
    await tampered(`delete from audit_log; delete from audit_seals`, 'select 1', async () => {
      await writeMany(12_500, new Date(Date.now() - 400 * 86_400_000))
      await sealer().run(NOW)
      expect(await pruneAudit(service.db, new Date())).toBe(10_000)
      expect(await pruneAudit(service.db, new Date())).toBe(2_500)
      expect(await verify()).toMatchObject({ faults: [], pruned: 13 })
    })
  })

  it('is the only way to remove or change rows', async () => {
    for (const sql of [
      'delete from audit_log',
      'update audit_log set actor = $$x$$',
      'truncate audit_log',
      'delete from audit_seals',
      'update audit_seals set pruned_at = now()',
      'truncate audit_seals',
    ])
      await expect(service.db.pool.query(sql)).rejects.toThrow('can only grow')
  })
})
