// Notifications to the service manager: ready only once the service responds, and stopping.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { Peer } from '../../support/caster.ts'
import { databaseUrlOf, onDatabase } from '../../support/external-database.ts'
import { lacks } from '../../support/needs.ts'
import { lastingPort } from '../../support/ports.ts'
import { makeDataDir, RunningService, startProcess, until } from '../../support/process.ts'
import { makeDatabase } from '../../support/service.ts'
import { TcpProxy } from '../../support/tcp-proxy.ts'

let connection: Awaited<ReturnType<typeof makeDatabase>>['connection']
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ connection, drop } = await makeDatabase())
})
afterAll(() => drop())

/** Node has no Unix datagram sockets, so a Python process prints each message on a line. */
const RECEIVER = `
import socket, sys
server = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
server.bind(sys.argv[1])
print('listening', flush=True)
while True:
    print(server.recv(65536).decode().strip().replace('\\n', ' | '), flush=True)
`

async function manager(): Promise<{ socket: string; told: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'vertice-notify-'))
  const socket = join(folder, 'socket')
  const child = spawn('python3', ['-c', RECEIVER, socket], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(async () => {
    child.kill()
    await rm(folder, { recursive: true })
  })
  const lines = createInterface({ input: child.stdout })
  const told: string[] = []
  await once(lines, 'line')
  // systemd-notify sends this after its message to wait until it was received.
  lines.on('line', (line) => line !== 'BARRIER=1' && told.push(line))
  return { socket, told }
}

describe.skipIf(lacks('what a service manager is told', 'systemd-notify', 'python3'))('a service manager', () => {
  it('gets READY=1 once the service responds, not before, and STOPPING=1 when it stops', async () => {
    const { socket, told } = await manager()
    const databasePort = await lastingPort()
    const [port, casterPort] = [await lastingPort(), await lastingPort()]
    const child = startProcess(makeDataDir(), {
      ...onDatabase(databaseUrlOf({ ...connection, host: '127.0.0.1', port: databasePort })),
      NOTIFY_SOCKET: socket,
      PORT: String(port),
      CASTER_PORT: String(casterPort),
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const ready = RunningService.ready(child)
    const log: string[] = []
    child.stderr!.on('data', (data) => log.push(String(data)))
    await until(() => log.join('').includes('waiting for the database'))
    expect(told).toEqual([])

    const proxy = await TcpProxy.before(connection, databasePort)
    onTestFinished(() => proxy.stop())
    await until(() => told.length > 0)
    expect(told).toEqual(['READY=1 | STATUS=ready: api, caster, worker'])
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
    const rover = await Peer.open(casterPort, 'GET / HTTP/1.0\r\nUser-Agent: NTRIP test\r\n\r\n')
    await rover.until('SOURCETABLE 200 OK')

    expect(await (await ready).stop()).toBe(0)
    await until(() => told.length > 1)
    expect(told.slice(1)).toEqual(['STOPPING=1 | STATUS=finishing requests in progress'])
  })

  it('with a watchdog gets WATCHDOG=1 while the service responds, and nothing while it hangs', async () => {
    const { socket, told } = await manager()
    const service = await RunningService.start(makeDataDir(), {
      ...onDatabase(databaseUrlOf(connection)),
      ...{ NOTIFY_SOCKET: socket, WATCHDOG_USEC: '600000', ROLES: 'api' },
    })
    onTestFinished(() => void service.child.kill('SIGKILL'))
    const reports = () => told.filter((line) => line === 'WATCHDOG=1').length
    await until(() => reports() >= 3)
    service.child.kill('SIGSTOP')
    let before = -1
    await until(() => {
      const isStill = reports() === before
      before = reports()
      return isStill
    })
    service.child.kill('SIGCONT')
    await until(() => reports() > before)
    expect(await service.stop()).toBe(0)
  })

  it('that cannot be notified does not stop the service, and the log reports it', async () => {
    const settings = { NOTIFY_SOCKET: '/nowhere/socket', ROLES: 'api' }
    const service = await RunningService.start(makeDataDir(), { ...onDatabase(databaseUrlOf(connection)), ...settings })
    onTestFinished(() => void service.child.kill('SIGKILL'))
    await until(() => service.log.join('').includes('Could not notify the service manager (READY=1)'))
    expect((await service.call('/readyz')).status).toBe(200)
    expect(await service.stop()).toBe(0)
  })
})
