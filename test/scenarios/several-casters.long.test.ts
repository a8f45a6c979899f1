// Several casters on one port: rovers are distributed among them, a caster that dies disconnects only its own rovers,
// and all report one set of metrics. They share a nats-server that the service starts.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import tls from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  casterPortOf,
  castersOf,
  casterTlsPortOf,
  importStation,
  issueLogins,
  natsServerOf,
  STATION,
  startBase,
} from '../support/casters.ts'
import { selfSigned } from '../support/certificate.ts'
import { Devices } from '../support/devices.ts'
import { figureAt } from '../support/figures.ts'
import { lacks } from '../support/needs.ts'
import { isAlive, makeMigratedDataDir, RunningService, startProcess, until } from '../support/process.ts'

const CASTERS = 3
const ROVERS = 60
const TIMEOUT_MS = 90_000

async function startService(dataDir: string, more: Record<string, string> = {}): Promise<RunningService> {
  const service = await RunningService.start(dataDir, { CASTER_PROCESSES: String(CASTERS), ...more })
  onTestFinished(async () => {
    if (isAlive(service.child.pid!)) await service.stop('SIGKILL')
  })
  return service
}

/** Requests the sourcetable and returns the first line of the response. */
async function ask(port: number, secure = false): Promise<string> {
  const socket = secure ? tls.connect({ port, host: '127.0.0.1', ca: selfSigned().cert }) : connect(port, '127.0.0.1')
  socket.write('GET / HTTP/1.0\r\nUser-Agent: NTRIP test\r\n\r\n')
  const [data] = await once(socket, 'data')
  socket.destroy()
  return String(data).split('\r\n', 1)[0]!
}

const figuresOf = (service: RunningService, name: string) =>
  Promise.all(
    ['caster', 'caster-2', 'caster-3'].map(
      async (part) => (await figureAt(service.metricsUrl, `${name}{process="${part}"}`)) ?? 0,
    ),
  )

describe.skipIf(lacks('several casters on one port', 'nats-server'))('several casters on one port', () => {
  it('share the rovers, and keep the counters of a caster that died', async () => {
    const dataDir = makeMigratedDataDir()
    const service = await startService(dataDir)
    expect(service.output.join('\n')).toContain(`(${CASTERS} processes)`)
    const port = casterPortOf(service.output)
    await importStation(dataDir)
    const base = await startBase(dataDir, port)
    onTestFinished(() => base.stop())
    const before = await figuresOf(service, 'process_open_fds')
    const devices = new Devices({
      port,
      mountpoint: STATION.mountpoint,
      logins: await issueLogins(service, dataDir, ROVERS),
      retryMs: 500,
      timeoutMs: 15_000,
    })
    onTestFinished(() => devices.stop())
    await until(() => devices.fare.in === ROVERS, TIMEOUT_MS)
    await until(async () => (await figureAt(service.metricsUrl, 'vertice_caster_rovers')) === ROVERS, TIMEOUT_MS)
    // With sixty rovers on three casters, each caster gets at least one unless the port is not shared.
    for (const [index, files] of (await figuresOf(service, 'process_open_fds')).entries())
      expect(files).toBeGreaterThan(before[index]!)

    const sent = (await figureAt(service.metricsUrl, 'vertice_caster_sent_bytes_total'))!
    const up = () => figuresOf(service, 'vertice_caster_up')
    process.kill(castersOf(service.child.pid!)[0]!, 'SIGKILL')
    await until(async () => (await up()).includes(0))
    await until(() => devices.fare.lost > 0)
    expect(devices.fare.lost).toBeLessThan(ROVERS)
    expect(await figureAt(service.metricsUrl, 'vertice_caster_sent_bytes_total')).toBeGreaterThanOrEqual(sent)
    await until(async () => !(await up()).includes(0), TIMEOUT_MS)
    expect(castersOf(service.child.pid!)).toHaveLength(CASTERS)
    await until(() => devices.fare.in === ROVERS, TIMEOUT_MS)
    expect(await figureAt(service.metricsUrl, 'vertice_caster_sent_bytes_total')).toBeGreaterThanOrEqual(sent)

    const casters = castersOf(service.child.pid!)
    expect(await service.stop()).toBe(0)
    expect(casters.filter(isAlive)).toEqual([])
  }, 180_000)

  it('share the TLS port too, and report a port that is in use in one line', async () => {
    const dataDir = makeMigratedDataDir()
    const [cert, key] = ['cert.pem', 'key.pem'].map((name) => join(dataDir, name)) as [string, string]
    writeFileSync(cert, selfSigned().cert)
    writeFileSync(key, selfSigned().key)
    const secure = { CASTER_TLS_CERT: cert, CASTER_TLS_KEY: key, CASTER_TLS_PORT: '0' }
    const service = await startService(dataDir, secure)
    const [port, tlsPort] = [casterPortOf(service.output), casterTlsPortOf(service.output)]
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => ask(index % 2 ? tlsPort : port, index % 2 === 1)),
    )
    expect(answers.every((line) => line === 'SOURCETABLE 200 OK')).toBe(true)

    for (const [name, taken] of [
      ['CASTER_PORT', port],
      ['CASTER_TLS_PORT', tlsPort],
    ] as const) {
      const second = startProcess(dataDir, { CASTER_PROCESSES: '2', ...secure, [name]: String(taken) })
      const said: string[] = []
      second.stdout!.resume()
      second.stderr!.on('data', (data) => said.push(String(data)))
      await once(second, 'exit')
      expect(said.join('')).toMatch(
        new RegExp(`^vertice: port ${taken} on 127\\.0\\.0\\.1 is in use,.* set ${name}$`, 'm'),
      )
    }
    await service.stop()
  }, 120_000)

  it('run under a small parent process if the service has only the caster role', async () => {
    const dataDir = makeMigratedDataDir()
    const service = await startService(dataDir, { CASTER_PROCESSES: '1' }) // runs the database
    const parent = startProcess(dataDir, { ROLES: 'caster', CASTER_PROCESSES: '2' })
    onTestFinished(() => void parent.kill('SIGKILL'))
    const output: string[] = []
    for await (const line of createInterface({ input: parent.stdout! })) {
      output.push(line)
      if (line.includes('vertice token create')) break
    }
    expect(await ask(casterPortOf(output))).toBe('SOURCETABLE 200 OK')
    const casters = castersOf(parent.pid!)
    expect(casters).toHaveLength(2)
    const metricsUrl = /metrics +(http:\/\/\S+)/.exec(output.join('\n'))![1]!
    expect(await figureAt(metricsUrl, 'vertice_caster_rovers')).toBe(0)
    for (const part of ['main', 'caster', 'caster-2'])
      expect(await figureAt(metricsUrl, `process_resident_memory_bytes{process="${part}"}`)).toBeGreaterThan(0)
    const ended = once(parent, 'exit')
    parent.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    expect(casters.filter(isAlive)).toEqual([])
    await service.stop()
  }, 120_000)
})

describe.skipIf(lacks('a nats-server of our own', 'nats-server'))("the service's own nats-server", () => {
  it('exposes no password, restarts on its port, and stops with the service', async () => {
    const dataDir = makeMigratedDataDir()
    const service = await startService(dataDir, { CASTER_PROCESSES: '2' })
    const server = natsServerOf(service.child.pid!)!
    const [, port] = /bus +NATS at 127\.0\.0\.1:(\d+) +\(built in\)/.exec(service.output.join('\n'))!
    expect(execFileSync('ps', ['-o', 'args=', '-p', String(server)], { encoding: 'utf8' })).not.toMatch(/pass|user/)
    expect(readFileSync(`/proc/${server}/environ`, 'utf8')).not.toMatch(/password|SECRET/i)
    expect(readdirSync(dataDir).filter((name) => name.includes('nats'))).toEqual([])
    expect(await greeting(Number(port))).toContain('"auth_required":true')

    process.kill(server, 'SIGKILL')
    await until(async () => {
      const next = natsServerOf(service.child.pid!)
      return next !== undefined && next !== server && (await greeting(Number(port)).catch(() => '')) !== ''
    }, TIMEOUT_MS)
    const next = natsServerOf(service.child.pid!)!
    expect(await service.stop()).toBe(0)
    expect([server, next].filter(isAlive)).toEqual([])
  }, 120_000)

  it('exits when the service is killed', async () => {
    const service = await startService(makeMigratedDataDir(), { CASTER_PROCESSES: '2' })
    const server = natsServerOf(service.child.pid!)!
    const casters = castersOf(service.child.pid!)
    await service.stop('SIGKILL')
    await until(() => [server, ...casters].every((pid) => !isAlive(pid)), TIMEOUT_MS)
  }, 120_000)
})

it('exits with instructions if there is neither NATS_URL nor a nats-server', async () => {
  const node = process.execPath.replace(/\/[^/]+$/, '')
  const child = startProcess(makeMigratedDataDir(), { CASTER_PROCESSES: '2', PATH: node })
  const said: string[] = []
  child.stderr!.on('data', (data) => said.push(String(data)))
  const [code] = await once(child, 'exit')
  expect(code).toBe(1)
  expect(said.join('').trim()).toMatch(
    /^vertice: CASTER_PROCESSES: several casters meet on NATS: set NATS_URL, or install nats-server/,
  )
})

async function greeting(port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  const [data] = await once(socket, 'data')
  socket.destroy()
  return String(data)
}
