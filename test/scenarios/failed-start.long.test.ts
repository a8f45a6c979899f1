// Any failure during startup prints one line and ends the process, so that a supervisor can restart it.
import { once } from 'node:events'
import { appendFileSync, readdirSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { newKey } from '../../src/base/secrets.ts'
import { selfSigned } from '../support/certificate.ts'
import { CHECKOUT } from '../support/checkout.ts'
import { withFixed } from '../support/fixed-values.ts'
import { measuresTime } from '../support/loop-watch.ts'
import { makeDataDir, startProcess } from '../support/process.ts'
import { makeDatabase } from '../support/service.ts'
import { makeRelease } from './upgrade/release.ts'

/** From the first error line to the exit; generous for a busy machine. */
const ENDS_WITHIN_MS = 5_000

interface Failure {
  readonly code: number | null
  readonly lines: string[]
  readonly endedAfterMs: number
}

async function failedStart(
  more: Record<string, string>,
  dataDir = makeDataDir(),
  checkout = CHECKOUT,
): Promise<Failure> {
  const child = startProcess(dataDir, more, { checkout })
  onTestFinished(() => void child.kill('SIGKILL'))
  let saidAt: number | null = null
  const said: string[] = []
  child.stdout!.resume()
  child.stderr!.on('data', (data) => {
    said.push(String(data))
    // Log lines may come before the error.
    if (/^vertice: /m.test(said.join(''))) saidAt ??= performance.now()
  })
  await once(child, 'close') // after the last line of output
  const lines = said.join('').trim().split('\n')
  return { code: child.exitCode, lines, endedAfterMs: performance.now() - (saidAt ?? 0) }
}

/** Expects one error line beside the JSON log lines, and no stack trace. */
async function expectOneLine(failure: Promise<Failure>, line: RegExp): Promise<void> {
  const { code, lines, endedAfterMs } = await failure
  expect(lines.filter((text) => !text.startsWith('{"level"'))).toEqual([expect.stringMatching(line)])
  expect(code).toBe(1)
  expect(endedAfterMs).toBeLessThan(ENDS_WITHIN_MS)
}

async function takenPort(): Promise<string> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return String((server.address() as net.AddressInfo).port)
}

function certificateFiles(dataDir: string): {
  CASTER_TLS_CERT: string
  CASTER_TLS_KEY: string
  CASTER_TLS_PORT: string
} {
  const [cert, key] = ['cert.pem', 'key.pem'].map((name) => join(dataDir, name)) as [string, string]
  writeFileSync(cert, selfSigned().cert)
  writeFileSync(key, selfSigned().key)
  return { CASTER_TLS_CERT: cert, CASTER_TLS_KEY: key, CASTER_TLS_PORT: '0' }
}

/** A migrated database, with its owner's connection. */
async function database(): Promise<pg.PoolConfig> {
  const { connection, drop } = await makeDatabase()
  onTestFinished(drop)
  return { ...connection, user: inject('database').connection.user }
}

/** Settings of a service on that database, with the shortest wait. */
function onDatabase({ user, password, database, host = '', port = 5432 }: pg.PoolConfig): Record<string, string> {
  const login = `${user}:${encodeURIComponent(String(password ?? ''))}`
  const place = host.startsWith('/') ? `/${database}?host=${host}` : `${host}:${port}/${database}`
  return {
    DATABASE_URL: `postgres://${login}@${place}`,
    ENCRYPTION_KEYS: newKey(),
    ...withFixed({ databaseWaitSeconds: 1 }),
  }
}

/** A proxy to the database that drops all connections for good once connection `number` opens. */
async function cutAt(connection: pg.PoolConfig, number: number): Promise<{ port: number; wasCut: () => boolean }> {
  const pairs = new Set<net.Socket>()
  let count = 0
  let cut = false
  const proxy = net.createServer((near) => {
    count += 1
    if (count >= number) {
      cut = true
      proxy.close()
      for (const socket of [near, ...pairs]) socket.destroy()
      return
    }
    const { host = '', port = 5432 } = connection
    const far = host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.5432`) : net.connect(port, host)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      pairs.add(from)
      from.on('error', () => {}).on('close', () => to.destroy())
      from.pipe(to)
    }
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => void proxy.close())
  return { port: (proxy.address() as net.AddressInfo).port, wasCut: () => cut }
}

describe('a failed start prints one line and exits when', measuresTime(), () => {
  it.each(['METRICS_PORT', 'CASTER_PORT', 'CASTER_TLS_PORT', 'PORT'])('%s is in use', async (name) => {
    const dataDir = makeDataDir()
    const tls = name === 'CASTER_TLS_PORT' ? certificateFiles(dataDir) : {}
    await expectOneLine(
      failedStart({ ...onDatabase(await database()), ...tls, [name]: await takenPort() }, dataDir),
      new RegExp(`^vertice: port \\d+ on 127\\.0\\.0\\.1 is in use,.* set ${name}$`),
    )
  })

  it.each(['METRICS_PORT', 'CASTER_PORT', 'PORT'])(
    '%s is in use, before the data directory is touched',
    async (name) => {
      const dataDir = makeDataDir()
      await expectOneLine(failedStart({ [name]: await takenPort() }, dataDir), new RegExp(`is in use,.* set ${name}$`))
      expect(readdirSync(dataDir)).toEqual([])
    },
  )

  it('the certificate is invalid', async () => {
    const dataDir = makeDataDir()
    const files = certificateFiles(dataDir)
    writeFileSync(files.CASTER_TLS_CERT, 'garbage')
    await expectOneLine(
      failedStart({ ...onDatabase(await database()), ...files }, dataDir),
      /^vertice: the caster cannot use the certificate .*cert\.pem/,
    )
  })

  it('the key cannot be read', async () => {
    const dataDir = makeDataDir()
    const files = { ...certificateFiles(dataDir), CASTER_TLS_KEY: dataDir } // a directory, unreadable even for root
    await expectOneLine(
      failedStart({ ...onDatabase(await database()), ...files }, dataDir),
      /^vertice: the caster cannot use the certificate .*EISDIR/,
    )
  })

  it('the role has reached its connection limit', async () => {
    const connection = await database()
    const admin = new pg.Client(connection as pg.ClientConfig)
    await admin.connect()
    await admin.query(`create role narrow login connection limit 1 password 'narrow'`)
    await admin.query('grant all on schema public to narrow')
    await admin.query('grant all on all tables in schema public to narrow')
    onTestFinished(async () => {
      await admin.query('drop owned by narrow')
      await admin.query('drop role narrow')
      await admin.end()
    })
    const asNarrow = { ...connection, user: 'narrow', password: 'narrow' }
    await expectOneLine(failedStart(onDatabase(asNarrow)), /^vertice: .*too many connections for role "narrow"/)
  })

  it("the caster's process cannot be started", async () => {
    // Simulates an update that removes the Node binary.
    const withoutProgram = `--import=data:text/javascript,process.execPath='/nowhere/node'`
    const more = { NODE_OPTIONS: withoutProgram, MALLOC_ARENA_MAX: '2' }
    await expectOneLine(
      failedStart({ ...onDatabase(await database()), ...more }),
      /^vertice: the caster's process could not be started: spawn \/nowhere\/node ENOENT$/,
    )
  })

  it.each([1, 2, 3, 4, 6])('the database connection is lost at connection %i', async (number) => {
    const connection = await database()
    const { port, wasCut } = await cutAt(connection, number)
    await expectOneLine(failedStart(onDatabase({ ...connection, host: '127.0.0.1', port })), /^vertice: \S/)
    expect(wasCut()).toBe(true)
  })
})

describe('a start on a database with other migrations', measuresTime(), () => {
  /** Settings of a service on a migrated database after this SQL has run. */
  async function changed(sql: string): Promise<Record<string, string>> {
    const connection = await database()
    const owner = new pg.Client(connection as pg.ClientConfig)
    await owner.connect()
    await owner.query(sql)
    await owner.end()
    return onDatabase(connection)
  }

  it('names a migration file that has changed', async () => {
    const { folder } = await makeRelease()
    appendFileSync(join(folder, 'migrations/0001_baseline.sql'), '-- changed\n')
    await expectOneLine(
      failedStart(onDatabase(await database()), makeDataDir(), folder),
      /^vertice: migrations\/0001_baseline\.sql is not the file that this database was migrated with .*git checkout -- migrations/,
    )
  })

  it('names the migration of a newer release', async () => {
    const newer = `insert into schema_migrations (number, name, checksum) values (9999, '9999_later.sql', 'x')`
    await expectOneLine(
      failedStart(await changed(newer)),
      /^vertice: the database was migrated by a newer release \(9999_later\.sql\): update this one/,
    )
  })
})
