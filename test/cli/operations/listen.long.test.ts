// `vertice webhook listen` as a process, while the service is restarted.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { CHECKOUT, commandOf } from '../../support/checkout.ts'
import { onTestFinished } from '../../support/concurrent.ts'
import { lastingPort } from '../../support/ports.ts'
import { environment, makeMigratedDataDir, makeToken, RunningService, until } from '../../support/process.ts'
import { receiver } from '../../support/receiver.ts'

it('survives a restart of the service, and ends with 0 on Ctrl+C', async () => {
  const dataDir = makeMigratedDataDir()
  const settings = { PORT: String(await lastingPort()), ROLES: 'api' }
  let service = await RunningService.start(dataDir, settings)
  onTestFinished(() => service.killGroup().catch(() => {}))
  const token = await makeToken(dataDir)
  const { received, url: target } = await receiver()
  const tokenFile = join(dataDir, 'token')
  writeFileSync(tokenFile, `${token}\n`)

  const [node, entry] = commandOf(CHECKOUT)
  const args = [entry, 'webhook', 'listen', '--url', service.url, '--token-file', tokenFile, '--to', target]
  // Its data directory has no database: the command works on an integrator's machine.
  const listener = spawn(node, args, { env: environment(join(dataDir, 'none')), stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void listener.kill('SIGKILL'))
  let printed = ''
  for (const stream of [listener.stdout, listener.stderr]) stream.on('data', (data) => (printed += data))
  await until(() => printed.includes('Forwarding new events'))
  expect(printed).toMatch(/^Webhook secret: whsec_\S+\n/)

  const issue = async (label: string) => {
    const body = JSON.stringify({ segundos: 3600, label })
    expect((await service.call('/api/v1/credentials', token, { method: 'POST', body })).status).toBe(201)
  }
  await issue('before')
  await until(() => received.length === 1)
  await service.stop()
  await until(() => printed.includes('is not responding'))
  service = await RunningService.start(dataDir, settings)
  await issue('after')
  await until(() => received.length === 2)
  expect(received.map(({ event }) => event.data.credential.label)).toEqual(['before', 'after'])

  listener.kill('SIGINT')
  expect(await once(listener, 'exit')).toEqual([0, null])
}, 240_000)
