// Session progress updates touch no index. Otherwise each update writes several times as much WAL.
import { expect, it, onTestFinished } from 'vitest'
import { nothingOf } from '../../../src/domain/sessions/session.ts'
import { only, statement } from '../../../src/store/kit/database.ts'
import { admitSessions, updateSessions } from '../../../src/store/sessions/rows.ts'
import { until } from '../../support/process.ts'
import { insertCredentials, keepNode } from '../../support/rows.ts'
import { TestService } from '../../support/service.ts'

const SESSIONS = 200
const MINUTES = 20
const TRANSACTION = statement('transaction', 'select pg_current_xact_id()::text as id')
const FLUSH = statement('flush', 'select pg_stat_force_next_flush()')

it('writes changed positions as heap-only updates', async () => {
  const service = await TestService.start()
  onTestFinished(() => service.stop())
  const { db } = service
  const { ownerId } = (await service.token()).token
  await keepNode(db, 'one')
  const times = { startsAt: new Date(Date.now() - 1000), expiresAt: new Date(Date.now() + 86_400_000) }
  const credentials = await insertCredentials(service, ownerId, Array(SESSIONS).fill(times))
  const startedAt = new Date()
  const sessions = credentials.map((credentialId) => {
    const id = `s${String(credentialId).padStart(6, '0')}`
    return { id, credentialId, username: 'u', mountpoint: 'M', startedAt, address: '', agent: '' }
  })
  await admitSessions(db, 'one', { held: false, sessions }, [])
  // Old row versions stay while an older transaction runs, even in another test's database on this server. New versions
  // then need other pages.
  let replacedBy = '0'
  const allIsEnded = async () => {
    const { rows } = await db.pool.query('select pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 as ended', [
      replacedBy,
    ])
    return rows[0].ended as boolean
  }
  const move = (minute: number) =>
    db.transaction(async (tx) => {
      const updates = sessions.map(({ id }) => {
        const position = { lat: 19 + minute / 1000, lng: -99, quality: 4, positionAt: new Date(), positions: minute }
        return { ...nothingOf(id), ...position, bytes: 60_000 * minute, toldAt: new Date() }
      })
      await updateSessions(tx, updates)
      replacedBy = (await only<{ id: string }>(tx, TRANSACTION)).id
      await tx.query(FLUSH) // An idle connection reports its counts ten seconds later.
    })
  const read = async () => {
    const { rows } = await db.pool.query(
      `select n_tup_upd::integer as updates, n_tup_hot_upd::integer as "heapOnly", pg_current_wal_lsn() - '0/0' as wal
       from pg_stat_user_tables where relname = 'sessions'`,
    )
    return rows[0] as { updates: number; heapOnly: number; wal: string }
  }
  await move(0) // The first position is the one that the indexes contain.
  await expect.poll(async () => (await read()).updates).toBe(SESSIONS)
  const before = await read()
  for (let minute = 1; minute <= MINUTES; minute++) {
    await until(allIsEnded)
    await move(minute)
  }
  await expect.poll(async () => (await read()).updates).toBe(SESSIONS * (MINUTES + 1))
  const after = await read()
  const wal = Math.round((Number(after.wal) - Number(before.wal)) / SESSIONS / MINUTES)
  const { rows } = await db.pool.query(`select pg_total_relation_size('sessions') / ${SESSIONS} as bytes`)
  console.log(
    `${wal} bytes of WAL per update, ${after.heapOnly} of ${after.updates} heap-only, ${rows[0].bytes} bytes per session`,
  )
  expect(after.heapOnly - before.heapOnly).toBeGreaterThan(0.9 * SESSIONS * MINUTES)
})
