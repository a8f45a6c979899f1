// Several servers in DATABASE_URL, one of them writable; and statements that are aborted when a connection is silent.
import { join } from 'node:path'
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { readDatabaseUrl } from '../../../../src/store/kit/connections/hosts.ts'
import { isDatabaseUnavailable } from '../../../../src/store/kit/connections/unavailable.ts'
import { openDatabase, plannedEachTime } from '../../../../src/store/kit/database.ts'
import { openEmbeddedPostgres } from '../../../../src/store/kit/embedded/postgres.ts'
import { concurrently, onTestFinished } from '../../../support/concurrent.ts'
import { onDatabase } from '../../../support/external-database.ts'
import { measuresTime, onThisMachine } from '../../../support/loop-watch.ts'
import { makeDataDir, makeMigratedDataDir, until, vertice } from '../../../support/process.ts'
import { makeDatabase } from '../../../support/service.ts'
import { SessionPooler } from '../../../support/session-pooler.ts'
import { stallFor } from '../../../support/stall.ts'
import { TcpProxy } from '../../../support/tcp-proxy.ts'

const SLEEPING = `select pid from pg_stat_activity where state = 'active' and query like 'select 2 as done from pg_sleep%'`

async function server(name: string) {
  const dataDir = makeDataDir()
  const { owner: connection, close } = await openEmbeddedPostgres(dataDir)
  onTestFinished(close)
  const direct = openDatabase(connection, 2)
  onTestFinished(() => direct.close())
  const proxy = await TcpProxy.before(connection)
  onTestFinished(() => proxy.stop())
  await direct.pool.query(`create table whoami as select '${name}' as name; create table written (name text)`)
  return {
    port: proxy.port,
    notify: (payload: string) => direct.pool.query(`select pg_notify('news', $1)`, [payload]),
    lastAction: async () =>
      (await direct.pool.query('select action from audit_log order by id desc limit 1')).rows[0].action,
    async takeWrites(value: boolean) {
      const client = await direct.pool.connect()
      await client.query(`alter system set default_transaction_read_only = ${value ? 'off' : 'on'}`)
      await client.query('select pg_reload_conf()')
      client.release(true)
    },
  }
}

describe('several database servers', () => {
  it('use the writable one for statements, notifications and commands, even when that changes', async () => {
    const [one, two] = await Promise.all([server('one'), server('two')])
    await one.takeWrites(false)
    const url = `postgres://vertice@127.0.0.1:${one.port},127.0.0.1:${two.port}/vertice?target_session_attrs=read-write`
    const db = openDatabase(readDatabaseUrl(url), 4)
    onTestFinished(() => db.close())
    const where = async () =>
      (
        await db.query<{ name: string }>(plannedEachTime('insert into written select name from whoami returning name'))
      )[0]!.name
    const heard: (string | null)[] = []
    db.listen('news', (payload) => heard.push(payload))
    await until(async () => (await where().catch(() => null)) === 'two')
    await until(() => heard.length > 0)
    await two.notify('from two')
    await expect.poll(() => heard).toEqual([null, 'from two'])

    await two.takeWrites(false)
    await one.takeWrites(true)
    const failures: unknown[] = []
    await until(async () => {
      const name = await where().catch((error) => void failures.push(error))
      return name === 'one'
    })
    expect(failures.filter((error) => !isDatabaseUnavailable(error))).toEqual([])
    await expect.poll(() => heard.length, { timeout: 90_000 }).toBe(3)
    await one.notify('from one')
    await expect.poll(() => heard).toEqual([null, 'from two', null, 'from one'])

    const settings = onDatabase(`postgres://vertice@127.0.0.1:1,127.0.0.1:${one.port}/vertice`)
    expect(await vertice(makeDataDir(), ['owner', 'create', 'A'], settings)).toMatchObject({ code: 0, stderr: '' })
  })

  it('restore a backup into the writable one, with its audit entry', async () => {
    const [one, two] = await Promise.all([server('one'), server('two')])
    await one.takeWrites(false)
    const dataDir = makeMigratedDataDir()
    const file = join(dataDir, 'it.vbk')
    const settings = onDatabase(`postgres://vertice@127.0.0.1:${one.port},127.0.0.1:${two.port}/vertice`)
    const { ENCRYPTION_KEYS } = settings
    await vertice(dataDir, ['owner', 'create', 'A'], { ENCRYPTION_KEYS: ENCRYPTION_KEYS! })
    const made = await vertice(dataDir, ['backup', file, '--without-key'], { ENCRYPTION_KEYS: ENCRYPTION_KEYS! })
    expect(made).toMatchObject({ code: 0 })
    expect(await vertice(makeDataDir(), ['restore', file], settings)).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining('the file was not encrypted'),
    })
    expect(await two.lastAction()).toBe('database.restored')
  })

  it('are each named in the error if none is writable or reachable', async () => {
    const only = await server('only')
    await only.takeWrites(false)
    const url = `postgres://vertice@127.0.0.1:1,127.0.0.1:${only.port}/vertice`
    const db = openDatabase(readDatabaseUrl(url), 1)
    onTestFinished(() => db.close())
    const failure = await db.query(plannedEachTime('select 1')).catch((error) => error)
    expect(isDatabaseUnavailable(failure)).toBe(true)
    expect(failure.message).toMatch(
      new RegExp(`127.0.0.1:1: connect ECONNREFUSED .*; 127.0.0.1:${only.port} is read-only`),
    )
  })
})

describe('when the lifeline connection goes silent,', () => {
  let connection: Awaited<ReturnType<typeof makeDatabase>>['connection']
  beforeAll(async () => {
    const made = await makeDatabase()
    connection = made.connection
    return made.drop
  })

  concurrently('a long statement on another connection is not aborted', async () => {
    const proxy = await TcpProxy.before(connection)
    onTestFinished(() => proxy.stop())
    const db = openDatabase({ ...connection, host: '127.0.0.1', port: proxy.port }, 4)
    onTestFinished(() => db.close())
    let beats = 0
    db.watch(() => {
      beats += 1
    })
    await until(() => beats > 0)
    proxy.forget()
    const before = beats
    const long = db.query<{ done: number }>(plannedEachTime('select 1 as done from pg_sleep(8)'))
    await until(() => beats > before + 1)
    expect(await long).toEqual([{ done: 1 }])
    expect(db.isSilent).toBe(false)
  })

  concurrently(
    'statements fail at once as soon as a new connection gets no response either',
    async () => {
      const proxy = await TcpProxy.before(connection)
      onTestFinished(() => proxy.stop())
      const db = openDatabase({ ...connection, host: '127.0.0.1', port: proxy.port }, 4)
      onTestFinished(() => db.close())
      db.watch()
      const ask = () => db.query(plannedEachTime('select 1'))
      await ask()
      proxy.goSilent()
      await expect(ask()).rejects.toThrow(/Connection terminated|does not answer/)
      expect(db.isSilent).toBe(true)
      const began = performance.now()
      await expect(ask()).rejects.toThrow('the database does not answer')
      await expect(db.transaction(async () => {})).rejects.toThrow('the database does not answer')
      expect(performance.now() - began).toBeLessThan(onThisMachine(1_000))
      proxy.goOn()
      await until(() => !db.isSilent)
      expect(await ask()).toHaveLength(1)
    },
    measuresTime(),
  )

  concurrently('statements fail at once if none of several servers responds', async () => {
    const proxies = [await TcpProxy.before(connection), await TcpProxy.before(connection)]
    onTestFinished(async () => void (await Promise.all(proxies.map((proxy) => proxy.stop()))))
    const { user, password, database } = connection
    const hosts = proxies.map(({ port }) => `127.0.0.1:${port}`).join(',')
    const db = openDatabase(readDatabaseUrl(`postgres://${user}:${password ?? ''}@${hosts}/${database}`), 4)
    onTestFinished(() => db.close())
    db.watch()
    const ask = () => db.query(plannedEachTime('select 1'))
    await ask()
    for (const proxy of proxies) proxy.goSilent()
    await staysSilent(db)
    await expect(ask()).rejects.toThrow('the database does not answer')
    for (const proxy of proxies) proxy.goOn()
    await until(() => !db.isSilent)
    expect(await ask()).toHaveLength(1)
  })

  concurrently('statements fail at once if a pooler accepts logins but not statements', async () => {
    const pooler = await SessionPooler.before(connection)
    onTestFinished(() => pooler.stop())
    const db = openDatabase({ ...connection, host: '127.0.0.1', port: pooler.port }, 4)
    onTestFinished(() => db.close())
    db.watch()
    const ask = () => db.query(plannedEachTime('select 1'))
    await ask()
    pooler.freeze()
    await expect(ask()).rejects.toThrow(/Connection terminated|does not answer/)
    await staysSilent(db)
    await expect(ask()).rejects.toThrow('the database does not answer')
  })

  concurrently('a long statement is not aborted behind a pooler that reports its own backend pids', async () => {
    const pooler = await SessionPooler.before(connection)
    onTestFinished(() => pooler.stop())
    const db = openDatabase({ ...connection, host: '127.0.0.1', port: pooler.port }, 4)
    onTestFinished(() => db.close())
    const direct = openDatabase(connection, 1)
    onTestFinished(() => direct.close())
    let beats = 0
    db.watch(() => {
      beats += 1
    })
    const long = db.query<{ done: number }>(plannedEachTime('select 2 as done from pg_sleep(8)'))
    await until(() => beats > 0)
    // Wait until the statement has reached the server.
    await until(async () => (await direct.query(plannedEachTime(SLEEPING))).length > 0)
    pooler.forget() // the server's responses still pass
    const before = beats
    await until(() => beats > before + 1)
    expect(await long).toEqual([{ done: 2 }])
  })
})

it('a process that stalls does not take the database for silent', async () => {
  const { connection, drop } = await makeDatabase()
  onTestFinished(drop)
  const proxy = await TcpProxy.before(connection)
  onTestFinished(() => proxy.stop())
  const db = openDatabase({ ...connection, host: '127.0.0.1', port: proxy.port }, 1)
  onTestFinished(() => db.close())
  let beats = 0
  db.watch(() => {
    beats += 1
  })
  await db.query(plannedEachTime('select 1')) // opens the connection
  await until(() => beats > 0)
  const long = db.query<{ done: number }>(plannedEachTime('select 3 as done from pg_sleep(5)')).catch((error) => error)
  // The proxy is in this process, so an answer takes several turns of the loop, longer than the timeout in total.
  for (const before = beats; beats < before + 2 && !db.isSilent; ) {
    stallFor(2_100)
    await turn()
  }
  expect(db.isSilent).toBe(false)
  expect(await long).toEqual([{ done: 3 }])
})

/** Expects that nothing ends the silent state for five seconds. */
async function staysSilent(db: { readonly isSilent: boolean }): Promise<void> {
  await until(() => db.isSilent)
  for (let looks = 0; looks < 50; looks++) {
    expect(db.isSilent).toBe(true)
    await sleep(100)
  }
}
