// Starting, running commands beside the service, stopping, and every way in which a process can end.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { CHECKOUT, checkoutFor, commandOf } from '../support/checkout.ts'
import { command } from '../support/command.ts'
import { freezeDatabase } from '../support/frozen-database.ts'
import { measuresTime } from '../support/loop-watch.ts'
import { skipped } from '../support/needs.ts'
import {
  environment,
  isAlive,
  makeDataDir,
  makeMigratedDataDir,
  makeToken,
  postmasterOf,
  RunningService,
  startProcess,
  until,
  vertice,
} from '../support/process.ts'
import { Terminal } from '../support/terminal.ts'

/** A user other than root. It must exist in the system, because initdb looks it up. */
const DAEMON = { uid: 1, gid: 1 }
const isRoot = process.getuid?.() === 0
if (!isRoot) skipped('starting as somebody else than root', 'nobody but root can; every other test here does it anyway')

/** The time that open requests get after SIGTERM. */
const TIMEOUT_MS = 10_000
/** Additional time for the caster and the database to end on a busy machine. */
const LETTING_GO_MS = 5_000

/** Milliseconds from SIGTERM to a clean exit. */
async function stopping(service: RunningService): Promise<number> {
  const since = performance.now()
  expect(await service.stop()).toBe(0)
  return performance.now() - since
}

describe('the first start', () => {
  it('prints the addresses, creates a private key file and responds; SIGTERM leaves nothing running', async () => {
    const dataDir = makeDataDir()
    const service = await RunningService.start(dataDir)
    expect(service.output.join('\n')).toMatch(
      /Vértice is ready[\s\S]*\/api\/v1[\s\S]*\/docs[\s\S]*caster +ntrip:[\s\S]*metrics[\s\S]*vertice token create/,
    )
    expect(service.output.slice(0, 3)).toEqual([
      expect.stringContaining('no administrator yet'),
      expect.stringContaining('vertice admin setup'),
      '',
    ])
    expect(service.output).toHaveLength(13)
    expect(statSync(join(dataDir, 'encryption.key')).mode & 0o777).toBe(0o600)
    expect((await service.call('/livez')).status).toBe(200)
    expect((await service.call('/readyz')).status).toBe(200)
    expect((await service.call('/api/v1/stations')).status).toBe(401)

    const metrics = await (await fetch(service.metricsUrl)).text()
    expect(metrics).toContain(
      'vertice_http_request_seconds_count{route="/api/v1/stations",method="GET",status="401"} 1',
    )
    expect(service.metricsUrl).toContain('//127.0.0.1:')

    const postmaster = postmasterOf(dataDir)!
    expect(await service.stop()).toBe(0)
    expect(isAlive(postmaster)).toBe(false)
  })

  it.skipIf(!isRoot)('works for a user other than root, in a directory that only that user can read', async () => {
    const dataDir = makeDataDir()
    chownSync(dataDir, DAEMON.uid, DAEMON.gid)
    const child = startProcess(dataDir, {}, { user: DAEMON, checkout: await checkoutFor(DAEMON) })
    const service = await RunningService.ready(child)
    expect((await service.call('/readyz')).status).toBe(200)
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(DAEMON.uid)
    // Root can run commands on that user's data without changing its owner.
    expect(await makeToken(dataDir)).toMatch(/^vrt_/)
    expect(statSync(join(dataDir, 'postgres/cluster')).uid).toBe(DAEMON.uid)
    expect(await service.stop()).toBe(0)
  })

  it('works under a path that is too long for a Unix socket', async () => {
    const dataDir = join(makeDataDir(), 'a'.repeat(60), 'b'.repeat(60))
    const { stdout, code, stderr } = await command(dataDir, ['owner', 'create', 'Deep'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('"Deep" created')
  })
})

describe('several processes on one data directory', () => {
  it(
    'share one database: commands take effect at once, and the last process stops the database',
    measuresTime(),
    async () => {
      const dataDir = makeMigratedDataDir()
      const first = await RunningService.start(dataDir)
      const postmaster = postmasterOf(dataDir)
      const token = await makeToken(dataDir)
      expect((await first.call('/api/v1/stations', token)).status).toBe(200)

      const second = await RunningService.start(dataDir)
      expect(postmasterOf(dataDir)).toBe(postmaster)
      await first.stop()
      expect((await second.call('/api/v1/stations', token)).status).toBe(200)
      await command(dataDir, ['token', 'revoke', '1'])
      expect((await second.call('/api/v1/stations', token)).status).toBe(401) // takes effect at once
      expect(await stopping(second)).toBeLessThan(TIMEOUT_MS)
      expect(postmasterOf(dataDir)).toBeNull()
    },
  )

  it('may start at the same moment, even in an empty directory', async () => {
    const dataDir = makeDataDir()
    const names = ['A', 'B', 'C']
    const results = await Promise.all(names.map((name) => vertice(dataDir, ['owner', 'create', name])))
    expect(results.map(({ code, stderr }) => ({ code, stderr }))).toEqual(names.map(() => ({ code: 0, stderr: '' })))
    const { stdout } = await command(dataDir, ['owner', 'list'])
    expect(stdout.trim().split('\n')).toHaveLength(4) // including the header
  })
})

describe('faults', () => {
  it('kill -9 leaves the database running, and the next start adopts it', async () => {
    const dataDir = makeMigratedDataDir()
    const service = await RunningService.start(dataDir)
    const token = await makeToken(dataDir)
    const postmaster = postmasterOf(dataDir)
    await service.killGroup()
    expect(postmasterOf(dataDir)).toBe(postmaster)

    const next = await RunningService.start(dataDir)
    expect(postmasterOf(dataDir)).toBe(postmaster)
    expect((await next.call('/api/v1/stations', token)).status).toBe(200)
    await next.stop()
    expect(postmasterOf(dataDir)).toBeNull()
  })

  it('a stale postmaster.pid with the pid of another process does not prevent the start', async () => {
    const dataDir = makeMigratedDataDir()
    expect((await command(dataDir, ['owner', 'create', 'A'])).code).toBe(0)
    // Another process with "postgres" in its command line.
    const other = spawn('tail', ['-f', join(dataDir, 'postgres/server.log')], { stdio: 'ignore' })
    onTestFinished(() => void other.kill())
    writeFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), `${other.pid}\n/elsewhere\n0\n5432\n\n\n`)
    const { code, stdout } = await command(dataDir, ['owner', 'list'])
    expect(code).toBe(0)
    expect(stdout).toContain('A')
  })

  it('reports a frozen database and a port in use, and finishes an open request after SIGTERM', async () => {
    const dataDir = makeMigratedDataDir()
    const service = await RunningService.start(dataDir)
    const token = await makeToken(dataDir)
    const goOn = freezeDatabase(dataDir)
    try {
      const answer = await service.call('/readyz')
      expect(answer.status).toBe(503)
      expect(await answer.json()).toEqual({ ok: false, reason: 'the database does not answer' })
    } finally {
      goOn()
    }
    await until(async () => (await service.call('/readyz')).status === 200)

    const taken = await vertice(dataDir, ['start'], { PORT: new URL(service.url).port })
    expect(taken.code).toBe(1)
    expect(taken.stderr).toMatch(/^vertice: port \d+ on 127\.0\.0\.1 is in use/)
    await until(async () => (await service.call('/readyz')).status === 200)

    const body = JSON.stringify({ segundos: 3600 })
    const { port } = new URL(service.url)
    const socket = connect(Number(port), '127.0.0.1')
    let answer = ''
    socket.on('data', (data) => {
      answer += data
    })
    socket.write(
      `POST /api/v1/credentials HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
    )
    await until(() => answer === 'HTTP/1.1 100 Continue\r\n\r\n') // the request is in progress
    socket.write(body.slice(0, 5))
    const stopped = service.stop()
    await until(() =>
      service.call('/livez').then(
        ({ status }) => status === 503,
        () => true,
      ),
    )
    socket.write(body.slice(5))
    expect(await stopped).toBe(0)
    expect(answer).toMatch(/100 Continue\r\n\r\nHTTP\/1\.1 201 /)
  })

  it('fails on a port in use before it creates or migrates a database', async () => {
    const thief = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void thief.close())
    await once(thief, 'listening')
    const port = String((thief.address() as AddressInfo).port)
    for (const setting of ['PORT', 'CASTER_PORT', 'METRICS_PORT']) {
      const dataDir = makeDataDir()
      const { code, stderr } = await vertice(dataDir, ['start'], { [setting]: port })
      expect([code, stderr]).toEqual([1, expect.stringContaining(`port ${port} on 127.0.0.1 is in use`)])
      expect(readdirSync(dataDir)).toEqual([])
    }
  })

  it('SIGTERM ends the service after ten seconds if a request never finishes', measuresTime(), async () => {
    const dataDir = makeMigratedDataDir()
    const service = await RunningService.start(dataDir)
    const token = await makeToken(dataDir)
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1').on('error', () => {})
    let answer = ''
    socket.on('data', (data) => {
      answer += data
    })
    socket.write(
      `POST /api/v1/credentials HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n`,
    )
    await until(() => answer === 'HTTP/1.1 100 Continue\r\n\r\n') // the request is in progress
    expect(await stopping(service)).toBeLessThan(TIMEOUT_MS + LETTING_GO_MS)
  })

  it('a killed database restarts by itself, and meanwhile every request gets a response or a 503 problem', async () => {
    const dataDir = makeDataDir()
    const service = await RunningService.start(dataDir)
    const token = await makeToken(dataDir)
    const statuses = new Set<number>()
    let calling = true
    const callers = Array.from({ length: 4 }, async (_, caller) => {
      for (let count = 0; calling; count++) {
        const headers = {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': `${caller}-${count}`,
        }
        const answer = await fetch(`${service.url}/api/v1/credentials`, {
          method: 'POST',
          body: '{"segundos":3600}',
          headers,
        })
        statuses.add(answer.status)
        await answer.text()
      }
    })
    await until(() => statuses.has(201))
    process.kill(postmasterOf(dataDir)!, 'SIGKILL')
    await until(async () => (await service.call('/readyz')).status === 503)
    await until(async () => (await service.call('/readyz')).status === 200)
    calling = false
    await Promise.all(callers) // rejects if a connection ended without a response
    expect([...statuses].sort()).toEqual([201, 503])

    const postmaster = postmasterOf(dataDir)!
    process.kill(postmaster, 'SIGKILL')
    const seen = new Set<number>()
    await until(async () => {
      const answer = await service.call('/api/v1/stations', token)
      seen.add(answer.status)
      if (answer.status === 503) {
        expect(answer.headers.get('content-type')).toContain('application/problem+json')
        expect(await answer.json()).toMatchObject({ ok: false, code: 'service_unavailable', status: 503 })
      }
      return answer.status === 200 && postmasterOf(dataDir) !== null && postmasterOf(dataDir) !== postmaster
    })
    expect([...seen].filter((status) => status !== 200 && status !== 503)).toEqual([])
    await until(async () => (await service.call('/readyz')).status === 200)
    expect(await service.stop()).toBe(0)
  })

  it('two signals at once, as from a terminal and npm, cause one clean stop', async () => {
    const signalTwice = async (signal: NodeJS.Signals) => {
      const dataDir = makeMigratedDataDir()
      const service = await RunningService.start(dataDir)
      service.child.kill(signal)
      await sleep(5)
      service.child.kill(signal)
      expect(await service.exited()).toBe(0)
      expect(postmasterOf(dataDir)).toBeNull()
    }
    await Promise.all([signalTwice('SIGINT'), signalTwice('SIGHUP')])
  })

  it('a closed terminal does not end a service with a session of its own, which still writes log lines', async () => {
    const dataDir = makeMigratedDataDir()
    const [node, entry] = commandOf(CHECKOUT)
    const start = `setsid --wait sh -c 'echo "pid $$ "; exec "${node}" "${entry}" start'`
    const terminal = new Terminal(start, dataDir, environment(dataDir, { ACCESS_LOG: 'all' }))
    const text = await terminal.shows(/vertice token create/)
    const pid = Number(text.match(/pid (\d+) /)![1])
    onTestFinished(() => void (isAlive(pid) && process.kill(pid, 'SIGKILL')))
    const [, url] = text.match(/API +(http:\S+)\/api\/v1/)!
    await terminal.close()
    // The first request writes a line to the closed terminal.
    for (let request = 0; request < 3; request++) expect((await fetch(`${url}/livez`)).status).toBe(200)
    process.kill(pid, 'SIGTERM')
    await until(() => !isAlive(pid) && postmasterOf(dataDir) === null)
  })

  it('a signal during the start ends the process at the next step', async () => {
    const dataDir = makeMigratedDataDir()
    await command(dataDir, ['owner', 'create', 'A'])
    const child = startProcess(dataDir)
    const output: string[] = []
    child.stdout!.on('data', (data) => output.push(String(data)))
    child.stderr!.on('data', (data) => output.push(String(data)))
    await until(() => postmasterOf(dataDir) !== null)
    child.kill('SIGTERM')
    await once(child, 'exit')
    expect({ code: child.exitCode, output }).toEqual({ code: 0, output: [] })
    expect(postmasterOf(dataDir)).toBeNull()
  })

  it('a lost key fails the start with one clear line, and no new key is created', async () => {
    const dataDir = makeMigratedDataDir()
    await command(dataDir, ['owner', 'create', 'A'])
    const key = join(dataDir, 'encryption.key')
    const kept = readFileSync(key)
    rmSync(key)
    const { code, stderr } = await vertice(dataDir, ['start'])
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^vertice: .*encryption\.key is missing, and rows are encrypted with key [0-9a-f]{8}: put the file back\n$/,
    )
    expect(existsSync(key)).toBe(false)

    const other = await vertice(dataDir, ['start'], { ENCRYPTION_KEYS: Buffer.alloc(32, 9).toString('base64') })
    expect(other.code).toBe(1)
    expect(other.stderr).toContain('is not among the configured keys')
    writeFileSync(key, kept, { mode: 0o600 })
    expect((await command(dataDir, ['owner', 'list'])).code).toBe(0)
  })

  it('an invalid setting fails the start with one line that names it', async () => {
    const dataDir = makeMigratedDataDir()
    const bad = await vertice(dataDir, ['start'], { PORT: 'http' })
    expect(bad).toEqual({
      code: 1,
      stdout: '',
      stderr: 'vertice: PORT: expected a whole number from 0 to 65535, got "http"\n',
    })
    const keyless = await vertice(dataDir, ['start'], { DATABASE_URL: 'postgres://localhost/x' })
    expect(keyless.code).toBe(1)
    expect(keyless.stderr).toMatch(/^vertice: ENCRYPTION_KEYS: needed with DATABASE_URL/)
  })
})
