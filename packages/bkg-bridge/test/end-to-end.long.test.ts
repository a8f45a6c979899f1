// A whole service, the bridge and a caster, each as an operator runs it: webhooks, kill -9, restarts.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { lastingPort } from '../../../test/support/ports.ts'
import { makeDataDir, makeToken, RunningService, until, vertice } from '../../../test/support/process.ts'
import type { Settings } from '../src/settings.ts'
import { BridgeProcess } from './process.ts'
import { type Issued, startOperatorsCaster } from './support.ts'

const EVENTS = ['issued', 'revoked', 'renewed', 'suspended', 'resumed', 'updated'].map((name) => `credential.${name}`)
const BASE = 'BASE_A'

it('brings credentials to the caster within seconds, whatever is killed or restarted', async () => {
  const dataDir = makeDataDir()
  const ports = { PORT: String(await lastingPort()), CASTER_PORT: String(await lastingPort()) }
  const settings = { ...ports, WEBHOOK_ALLOW: '127.0.0.0/8' }
  let service = await RunningService.start(dataDir, settings)
  onTestFinished(() => service.killGroup().catch(() => {}))
  const station = ['--code', 'AAAA', '--name', 'A', '--lat', '19.4', '--lng=-99.1', '--mountpoint', BASE]
  expect((await vertice(dataDir, ['station', 'add', ...station])).code).toBe(0)
  const token = await makeToken(dataDir)
  // biome-ignore lint/suspicious/noExplicitAny: tests look into JSON
  const ask = async (method: string, path: string, body?: object): Promise<any> => {
    const response = await service.call(`/api/v1${path}`, token, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(response.status, `${method} ${path}`).toBeLessThan(300)
    return response.json()
  }
  const issue = async (more: object = {}): Promise<Issued> =>
    (await ask('POST', '/credentials', { segundos: 3_600, station_codigo: 'AAAA', ...more })).credential

  const caster = await startOperatorsCaster()
  const port = await lastingPort()
  const { secret } = await ask('POST', '/webhooks', { url: `http://127.0.0.1:${port}/bkg`, eventos: EVENTS.join(',') })
  const bridgeSettings: Settings = {
    ...{ url: service.url, tokens: [token], folder: caster.folder, adminUrl: caster.url, sessions: 1 },
    // Polling alone would be too slow for what follows: webhooks have to arrive.
    ...{ listen: { host: '127.0.0.1', port }, webhookSecrets: [secret], pollSeconds: 120 },
  }
  const bridge = new BridgeProcess(bridgeSettings)
  const lets = ({ usuario, password }: Issued) => caster.lets(usuario, password, BASE)
  const health = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ status }) => status,
      () => null,
    )
  bridge.start()
  await until(async () => (await health()) === 200)
  await until(() => caster.asked.includes('rehash'))

  const one = await issue()
  await until(() => lets(one))
  const startsAt = Date.now() + 5_000
  const scheduled = await issue({ inicia_at: new Date(startsAt).toISOString() })
  await until(() => lets(scheduled))
  expect(Date.now()).toBeGreaterThanOrEqual(startsAt)

  const session = caster.connect(one.usuario, one.password, BASE)!
  await ask('POST', `/credentials/${one.id}/suspender`)
  await until(() => !lets(one) && !caster.isConnected(session))
  await ask('POST', `/credentials/${one.id}/reanudar`)
  await until(() => lets(one))
  await ask('POST', `/credentials/${one.id}/renovar`, { segundos: 7_200 })

  // While the bridge is dead: a revocation, a new password, a new credential.
  await bridge.end('SIGKILL')
  const lost = caster.connect(scheduled.usuario, scheduled.password, BASE)!
  const stale = caster.connect(one.usuario, one.password, BASE)!
  await ask('DELETE', `/credentials/${scheduled.id}`)
  const changed: Issued = (await ask('POST', `/credentials/${one.id}/password`)).credential
  const late = await issue()
  bridge.start()
  await until(() => lets(changed) && lets(late) && !lets(one) && !lets(scheduled))
  await until(() => !caster.isConnected(lost) && !caster.isConnected(stale))

  // While the service is down the caster keeps serving; afterwards the bridge resumes.
  expect(await service.stop()).toBe(0)
  expect(lets(changed)).toBe(true)
  service = await RunningService.start(dataDir, settings)
  await ask('DELETE', `/credentials/${late.id}`)
  await until(() => !caster.users.has(late.usuario))
  expect(lets(changed)).toBe(true)
  expect(caster.lets('chief', 'sésame', 'admin')).toBe(true)

  expect(await bridge.end('SIGTERM')).toBe(0)
  expect(readFileSync(join(caster.folder, 'users.aut'), 'latin1')).toContain(changed.password)
  for (const { password } of [one, changed, late, scheduled]) expect(bridge.output).not.toContain(password)
  expect(bridge.output).not.toContain(token)
})
