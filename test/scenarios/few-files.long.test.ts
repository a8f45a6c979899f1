// A service with a low file limit and a full caster: connected clients keep working, and others get a response.
import { spawn } from 'node:child_process'
import { expect, it, onTestFinished } from 'vitest'
import { Peer, rev1Request } from '../support/caster.ts'
import { CHECKOUT, commandOf } from '../support/checkout.ts'
import { databaseUrlOf, onDatabase } from '../support/external-database.ts'
import { environment, makeDataDir, makeToken, RunningService, until } from '../support/process.ts'
import { pushingBase } from '../support/pushing-base.ts'
import { makeDatabase } from '../support/service.ts'

/** A process reserves a quarter of them. */
const FILES = 256
const CONNECTIONS = FILES - FILES / 4
const MOUNTPOINT = 'FULL'

it('keeps health, metrics, API and rovers working when the caster is full, and logs the limit once', async () => {
  const { db, connection, drop } = await makeDatabase()
  onTestFinished(drop)
  const settings = onDatabase(databaseUrlOf(connection))
  const dataDir = makeDataDir()
  const child = spawn('sh', ['-c', `ulimit -n ${FILES} && exec "$@"`, 'sh', ...commandOf(CHECKOUT), 'start'], {
    cwd: CHECKOUT,
    env: environment(dataDir, settings),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const said: string[] = []
  child.stderr!.on('data', (data) => said.push(String(data)))
  const service = await RunningService.ready(child)
  const port = Number(/caster +ntrip:\/\/[\d.]+:(\d+)/.exec(service.output.join('\n'))![1])
  const token = await makeToken(dataDir, settings)
  await pushingBase({ dataDir, settings, port }, MOUNTPOINT)
  const body = JSON.stringify({ segundos: 3600, station_codigo: MOUNTPOINT })
  const { credential } = await service.json('/api/v1/credentials', token, { method: 'POST', body })
  await db.pool.query('update credentials set max_sessions = 1000')
  const request = rev1Request(MOUNTPOINT, credential.usuario, credential.password)

  const rovers: Peer[] = []
  onTestFinished(() => {
    for (const rover of rovers) rover.close()
  })
  const come = async (count: number) => {
    const newcomers = await Promise.all(Array.from({ length: count }, () => Peer.open(port, request)))
    rovers.push(...newcomers)
    await until(() => newcomers.every((rover) => rover.text.includes('ICY 200 OK') || rover.closedAt !== null))
    return newcomers.filter((rover) => rover.closedAt === null).length
  }
  let inside = 0
  for (let times = 0; times < FILES / 32; times++) inside += await come(32)
  expect(inside).toBe(CONNECTIONS - 1) // one connection is the base

  const before = rovers[0]!.received.length
  for (let times = 0; times < 10; times++) {
    expect(await come(1)).toBe(0)
    expect((await service.call('/readyz')).status).toBe(200)
    expect((await service.call('/api/v1/credentials?limit=1', token)).status).toBe(200)
    const metrics = await (await fetch(service.metricsUrl)).text()
    expect(metrics).toContain(`process_max_fds{process="caster"} ${FILES}`)
  }
  await until(() => rovers[0]!.received.length > before)
  expect(said.join('').match(/of \d+ connections are in use/g)).toHaveLength(1)

  for (const rover of rovers.splice(0, 20)) rover.close()
  await until(async () => (await come(1)) === 1)
  expect(await service.stop()).toBe(0)
})
