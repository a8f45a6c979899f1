// The health of a process with only the caster role: with its database, without it, and while it is drained. For
// processes with other roles, see alerts.long.test.ts.
import { expect, it, onTestFinished } from 'vitest'
import { command } from '../support/command.ts'
import { databaseUrlOf, onDatabase } from '../support/external-database.ts'
import { makeDataDir, RunningService, until } from '../support/process.ts'
import { makeDatabase } from '../support/service.ts'
import { TcpProxy } from '../support/tcp-proxy.ts'

interface Told {
  readonly status: number
  readonly ok: boolean
  readonly reasons: string[]
  readonly notes: string[]
}

it('reports a caster as ready without the database, and as not ready while it is drained', async () => {
  const { connection, drop } = await makeDatabase()
  onTestFinished(drop)
  const line = await TcpProxy.before(connection)
  onTestFinished(() => line.stop())
  const settings = onDatabase(databaseUrlOf({ ...connection, host: '127.0.0.1', port: line.port }), {
    ROLES: 'caster',
    NODE_NAME: 'caster-1',
  })
  const dataDir = makeDataDir()
  const service = await RunningService.start(dataDir, settings)
  onTestFinished(async () => {
    await service.stop()
  })
  const ask = (path: string) => fetch(new URL(path, service.metricsUrl))
  const readiness = async (): Promise<Told> => {
    const response = await ask('/readyz')
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    return { status: response.status, ...((await response.json()) as Omit<Told, 'status'>) }
  }
  expect(await (await ask('/livez')).json()).toEqual({ ok: true })
  expect(await readiness()).toEqual({ status: 200, ok: true, reasons: [], notes: [] })
  expect((await ask('/elsewhere')).status).toBe(404)
  const figures = async () => (await ask('/metrics')).text()
  expect(await figures()).toMatch(/^vertice_build_info\{version="[^"]+",node="v[^"]+"\} 1$/m)
  expect(await figures()).not.toMatch(/^vertice_(station_state|webhook_|job_)/m) // other processes report the network

  line.goSilent()
  await until(async () => (await readiness()).notes.includes('the database does not answer'))
  expect(await readiness()).toMatchObject({ status: 200, ok: true, reasons: [] })
  expect((await ask('/livez')).status).toBe(200)
  await until(async () => /^vertice_database_up\{process="caster"\} 0$/m.test(await figures()))
  line.goOn()
  await until(async () => (await readiness()).notes.length === 0)

  expect(await command(dataDir, ['node', 'drain', 'caster-1'], settings)).toMatchObject({ code: 0 })
  await until(async () => (await readiness()).status === 503)
  expect((await readiness()).reasons).toEqual(['draining'])
})

it('warns about and logs a bus beyond loopback without login and TLS', async () => {
  const { connection, drop } = await makeDatabase()
  onTestFinished(drop)
  // No server listens there; the caster starts anyway.
  const settings = onDatabase(databaseUrlOf(connection), { ROLES: 'caster', NATS_URL: 'nats://0.0.0.0:1' })
  const service = await RunningService.start(makeDataDir(), settings)
  onTestFinished(async () => {
    await service.stop()
  })
  const response = await fetch(new URL('/readyz', service.metricsUrl))
  const { ok, notes } = (await response.json()) as Told
  expect({ ok, notes }).toEqual({
    ok: true,
    notes: [expect.stringContaining('without a login'), expect.stringContaining('without TLS')],
  })
  const log = service.log.join('')
  expect(log).toContain('without a login')
  expect(log).toContain('set tls:// in NATS_URL')
})
