import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ReadTableOf } from '../../../../src/actions/network/upstreams/follow.ts'
import { addUpstream, changeUpstream, removeUpstream } from '../../../../src/actions/network/upstreams/set.ts'
import { upstreamFollowing } from '../../../../src/start/jobs/follow-upstreams.ts'
import { tableReader } from '../../../../src/start/roles/upstream-tables.ts'
import { findUpstream } from '../../../../src/store/network/upstreams/rows.ts'
import { byTest } from '../../../support/action-context.ts'
import { LOCKED_HERE } from '../../../support/rows.ts'
import { TestService } from '../../../support/service.ts'
import { PlainCaster, strLine } from '../../plain-caster.ts'

const NAME = 'OLD'
const read = tableReader({ casterPullAllow: ['127.0.0.0/8'] })
let service: TestService
let old: PlainCaster
let other: PlainCaster

const context = () => byTest(service.services)
const upstream = () => findUpstream(service.db, { name: NAME })
const codes = async () =>
  (await service.db.pool.query('select code from stations where archived_at is null order by code')).rows.map(
    ({ code }) => code,
  )

/** Runs one round in which `first` replaces the first read. */
async function round(first: ReadTableOf): Promise<void> {
  const { db, keys } = service.services
  let isFirst = true
  const readTable: ReadTableOf = (from) => {
    const next = isFirst ? first(from) : read(from)
    isFirst = false
    return next
  }
  await upstreamFollowing({ db, keys, clock: () => new Date(), readTable, info() {} })()
}

/** Runs a round in which the change gets the row lock before the import does. */
async function roundDuring(change: () => Promise<unknown>): Promise<void> {
  const { pool } = service.db
  const holder = await pool.connect()
  const waiting = (count: number) =>
    vi.waitUntil(
      async () =>
        (
          await pool.query(
            `select from pg_locks where ${LOCKED_HERE}
               and relation = 'stations'::regclass and mode = 'ShareRowExclusiveLock' and not granted`,
          )
        ).rowCount === count,
      { timeout: 90_000 },
    )
  let changing: Promise<unknown> | undefined
  const done = round(async (from) => {
    const found = await read(from)
    await holder.query('begin')
    await holder.query('lock table stations in share row exclusive mode')
    changing = change()
    await waiting(1)
    return found
  })
  await waiting(2)
  await holder.query('commit')
  holder.release()
  await Promise.all([changing, done])
}

beforeAll(async () => {
  service = await TestService.start()
  old = await new PlainCaster([strLine('ALFA')]).start()
  other = await new PlainCaster([strLine('BETA')]).start()
})
afterAll(async () => {
  await service.stop()
  await old.kill()
  await other.kill()
})
beforeEach(async () => {
  if (await upstream()) await removeUpstream(context(), { name: NAME })
  await addUpstream(context(), { name: NAME, url: old.url })
})

describe('an upstream caster whose settings change while its sourcetable is read', () => {
  it('is read again at once at its new address, and nothing of the old one is imported', async () => {
    await roundDuring(() => changeUpstream(context(), { name: NAME }, { url: other.url }))
    expect(await codes()).toEqual(['BETA'])
    expect(await upstream()).toMatchObject({ answers: true, listed: 1 })
  })

  it('has its mountpoints imported with the new prefix', async () => {
    await roundDuring(() => changeUpstream(context(), { name: NAME }, { prefix: 'N_' }))
    expect(await codes()).toEqual(['N_ALFA'])
  })

  it('has nothing imported if it is removed, and the round continues', async () => {
    await roundDuring(() => removeUpstream(context(), { name: NAME }))
    expect([await upstream(), await codes()]).toEqual([null, []])
  })

  it('ignores the rejection of the old password when it gets a new one', async () => {
    const asked = old.asked.length
    await round(async () => {
      await changeUpstream(context(), { name: NAME }, { url: old.url })
      return { trouble: { code: 'refused', params: { reason: 'credentials', said: '' } } }
    })
    expect(await upstream()).toMatchObject({ answers: true, error: null, awaySince: null })
    expect(old.asked.length).toBe(asked + 1)
  })
})
