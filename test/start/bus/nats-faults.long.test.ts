// The bus when its server freezes or changes, and authentication to a server.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nkeys } from '@nats-io/transport-node'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type NatsConfig, nats as natsConfig } from '../../../src/base/config/services/nats.ts'
import { freePorts } from '../../../src/demo/ports.ts'
import { type NatsTransport, openNats } from '../../../src/start/bus/nats.ts'
import { selfSigned } from '../../support/certificate.ts'
import { measuresTime } from '../../support/loop-watch.ts'
import { NatsServers } from '../../support/nats-servers.ts'
import { lacks } from '../../support/needs.ts'

const WAIT = { interval: 20, timeout: 90_000 }
const isMissing = lacks('the bus on NATS that fails', 'nats-server')

async function open(config: NatsConfig, said: string[] = []): Promise<NatsTransport> {
  const note = (message: string) => void said.push(message)
  const bus = await openNats(config, { name: 'test', warn: note, info: note })
  onTestFinished(() => bus.close())
  return bus
}

const beats = (bus: NatsTransport) => {
  const timer = setInterval(() => bus.publish('vertice.test', Buffer.alloc(1_000)), 10)
  onTestFinished(() => clearInterval(timer))
}

describe.skipIf(isMissing)('a frozen single server', { timeout: 300_000 }, () => {
  it(
    'is detected within seconds, gets no queued messages, and is used again when it resumes',
    measuresTime(),
    async () => {
      const nats = await NatsServers.start(1)
      onTestFinished(() => nats.stop())
      const bus = await open(natsConfig(nats.url, null, null)!)
      await vi.waitUntil(() => bus.isUp(), WAIT)
      beats(bus)
      const frozen = performance.now()
      nats.servers[0]!.freeze()
      await vi.waitUntil(() => !bus.isUp(), WAIT)
      expect(performance.now() - frozen).toBeLessThan(8_000)
      const { messagesOut, unsendable } = bus.counts
      await vi.waitUntil(() => bus.counts.unsendable > unsendable + 200, WAIT)
      expect(bus.counts.messagesOut).toBe(messagesOut)
      nats.servers[0]!.thaw()
      await vi.waitUntil(() => bus.isUp() && bus.counts.messagesOut > messagesOut, WAIT)
    },
  )
})

describe.skipIf(isMissing)('one server of three', { timeout: 60_000 }, () => {
  it.each(['killed', 'frozen'] as const)('is %s: its clients switch to another', async (fault) => {
    const nats = await NatsServers.start(3)
    onTestFinished(() => nats.stop())
    const buses = await Promise.all([0, 1, 2, 3].map(() => open(natsConfig(nats.url, null, null)!)))
    await vi.waitUntil(() => buses.every((bus) => bus.isUp()), WAIT)
    const heard = buses.map(() => 0)
    for (const [index, bus] of buses.entries()) {
      bus.subscribe('vertice.test', () => {
        heard[index]! += 1
      })
      beats(bus)
    }
    await vi.waitUntil(() => heard.every((count) => count > 100), WAIT)
    const victim = await nats.busiest()
    if (fault === 'killed') await victim.kill()
    else victim.freeze()
    // A client still connected to that server would receive only what was in flight. The disconnect itself may be too
    // short to observe.
    const before = [...heard]
    await vi.waitUntil(() => heard.every((count, index) => count > before[index]! + 500), WAIT)
    expect(buses.map((bus) => bus.isUp())).toEqual([true, true, true, true])
  })
})

describe.skipIf(isMissing)('a server with authentication', { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'vertice-nats-'))

  async function server(lines: string): Promise<number> {
    const { port } = await freePorts({ port: { host: '127.0.0.1', port: 0 } })
    const file = join(folder, `${port}.conf`)
    writeFileSync(file, `listen: "127.0.0.1:${port}"\n${lines}\n`)
    const child = spawn('nats-server', ['-c', file], { stdio: 'ignore' })
    onTestFinished(async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      await rm(file, { force: true })
    })
    return port
  }

  it('accepts user and password; a wrong password is retried forever', async () => {
    const port = await server('authorization { user: caster, password: "s3cret" }')
    const known = await open(natsConfig(`nats://caster:s3cret@127.0.0.1:${port}`, null, null)!)
    await vi.waitUntil(() => known.isUp(), WAIT)
    const said: string[] = []
    const unknown = await open(natsConfig(`nats://caster:wrong@127.0.0.1:${port}`, null, null)!, said)
    expect(unknown.isUp()).toBe(false)
    expect(said[0]).toBe('Could not connect to the message bus; will keep retrying')
  })

  it('accepts an nkey', async () => {
    const key = nkeys.createUser()
    const port = await server(`authorization { users: [ { nkey: ${key.getPublicKey()} } ] }`)
    const seed = new TextDecoder().decode(key.getSeed())
    const bus = await open(natsConfig(`nats://127.0.0.1:${port}`, seed, null)!)
    await vi.waitUntil(() => bus.isUp(), WAIT)
  })

  it('is used over TLS only if its certificate is trusted', async () => {
    const pem = join(folder, 'server.pem')
    writeFileSync(pem, selfSigned().cert)
    const port = await server(`tls { cert_file: "${pem}", key_file: "${pem}" }`)
    const bus = await open(natsConfig(`tls://127.0.0.1:${port}`, null, pem)!)
    await vi.waitUntil(() => bus.isUp(), WAIT)
    const doubtful = await open(natsConfig(`tls://127.0.0.1:${port}`, null, null)!)
    expect(doubtful.isUp()).toBe(false)
  })
})
