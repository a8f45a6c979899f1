// The network mountpoint of a running service: its VRS engine goes down and returns, and one rover sends no position.

import { writeGga } from '@vertice/ntrip'
import { expect, it, onTestFinished } from 'vitest'
import { Engine } from '../caster/fake-engine.ts'
import { epochOf, heardBy } from '../caster/observing-base.ts'
import { Peer, rev1Request } from '../support/caster.ts'
import { command as runCommand } from '../support/command.ts'
import { withFixed } from '../support/fixed-values.ts'
import { makeMigratedDataDir, makeToken, RunningService, until } from '../support/process.ts'

const HERE = { lat: 19.436, lng: -99.1332 }
const BASE = 11
const TIMEOUT_SECONDS = 2

it('always gives a rover corrections, and records their source', { timeout: 180_000 }, async () => {
  const dataDir = makeMigratedDataDir()
  const settings = {
    CASTER_PULL_ALLOW: '127.0.0.0/8',
    ...withFixed({ casterVrsTimeoutSeconds: TIMEOUT_SECONDS }),
  }
  const service = await RunningService.start(dataDir, settings)
  const port = Number(/caster +ntrip:\/\/[\d.]+:(\d+)/.exec(service.output.join('\n'))![1])
  const engine = await Engine.start()
  engine.speak('here', 100)
  onTestFinished(async () => {
    engine.close()
    await service.stop()
  })
  const command = async (...args: string[]) => {
    const { code, stdout, stderr } = await runCommand(dataDir, args, settings)
    expect(code, stderr).toBe(0)
    return stdout.trim()
  }
  const place = ['--lat', '19.4326', '--lng', '-99.1332', '--mountpoint', 'CDMX_RTCM32']
  await command('station', 'add', '--code', 'CDMX', '--name', 'Ciudad de México', ...place)
  await command('network', 'set', `upstream=${engine.url()}`)
  const secret = await command('station', 'secret', 'CDMX')
  const token = await makeToken(dataDir, settings)
  const body = JSON.stringify({ segundos: 3600 })
  const { credential } = await service.json('/api/v1/credentials', token, { method: 'POST', body })

  const base = await Peer.open(port, `SOURCE ${secret} /CDMX_RTCM32\r\nSource-Agent: NTRIP test\r\n\r\n`)
  await base.until('ICY 200 OK')
  const timer = setInterval(() => base.write(epochOf(BASE)), 200)
  onTestFinished(() => {
    clearInterval(timer)
    base.close()
  })
  const rover = async () => {
    const peer = await Peer.open(port, rev1Request('RED', credential.usuario, credential.password))
    await peer.until('ICY 200 OK\r\n\r\n')
    peer.received = Buffer.alloc(0)
    onTestFinished(() => peer.close())
    return peer
  }
  const whom = (peer: Peer) => heardBy(peer).whom.join()
  const why = () => command('credential', 'why', credential.usuario)

  const first = await rover()
  first.write(`${writeGga({ ...HERE, quality: 4, age: 1.2 }, new Date())}\r\n`)
  await until(() => whom(first) === 'engine')
  // The engine stops sending while its connections stay open.
  engine.answer = 'nothing'
  const silentAt = performance.now()
  await until(() => whom(first) === `engine,${BASE}`)
  expect(performance.now() - silentAt).toBeGreaterThan(1000 * TIMEOUT_SECONDS - 200)
  await until(async () => (await why()).includes('Last event: base CDMX, 0.4 km'))
  engine.answer = 'icy'
  engine.hangUp()
  await until(() => whom(first) === `engine,${BASE},engine`)
  expect(heardBy(first).stray).toBe(0)
  first.leave()
  await until(async () => (await why()).includes('2 base changes'))
  expect(await why()).toContain('Corrections received: age 1.2 s')

  const second = await rover()
  await until(() => whom(second) === String(BASE))
  await until(async () => /base CDMX, 0\.4 km from its position on 20[-\d]+ [:\d]+ UTC/.test(await why()))
  expect(await command('session', 'list')).toMatch(/from its position on/)
})
