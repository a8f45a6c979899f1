import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { nats as natsConfig } from '../../../src/base/config/services/nats.ts'
import { type NatsTransport, openNats } from '../../../src/start/bus/nats.ts'
import { NatsServers } from '../../support/nats-servers.ts'
import { lacks } from '../../support/needs.ts'

const WAIT = { interval: 5, timeout: 90_000 }
const said: string[] = []

async function open(url: string): Promise<NatsTransport> {
  const context = {
    name: 'test',
    warn: (message: string) => said.push(message),
    info: (message: string) => said.push(message),
  }
  const bus = await openNats(natsConfig(url, null, null)!, context)
  onTestFinished(() => bus.close())
  return bus
}

const isUp = (bus: NatsTransport) => vi.waitUntil(() => bus.isUp(), WAIT)

describe.skipIf(lacks('the bus on NATS', 'nats-server'))('the bus', () => {
  // The buses of the previous test are closed after its `afterEach`.
  beforeEach(() => void said.splice(0))

  it('delivers messages to all subscribers except the sender, in order, and answers questions', async () => {
    const nats = await NatsServers.start(1)
    onTestFinished(() => nats.stop())
    const [one, two, three] = [await open(nats.url), await open(nats.url), await open(nats.url)]
    await Promise.all([one, two, three].map(isUp))
    const heard: Record<string, string[]> = { one: [], two: [], three: [] }
    for (const [name, bus] of Object.entries({ one, two }))
      bus.subscribe('vertice.test', (message) => heard[name]!.push(message.toString()))
    const stop = three.subscribe('vertice.test', (message) => heard.three!.push(message.toString()))
    two.subscribe('vertice.question', (question, answer) => answer(Buffer.from(`${question} yes`)))
    expect(await vi.waitUntil(() => one.ask('vertice.question', Buffer.from('is it?'), 1_000), WAIT)).toEqual(
      Buffer.from('is it? yes'),
    )
    expect(await one.ask('vertice.nobody', Buffer.alloc(0), 1_000)).toBeNull()
    for (let number = 0; number < 100; number++) one.publish('vertice.test', Buffer.from(String(number)))
    await vi.waitUntil(() => heard.two!.length === 100 && heard.three!.length === 100, WAIT)
    expect(heard.two).toEqual(Array.from({ length: 100 }, (_, number) => String(number)))
    expect(heard.one).toEqual([])
    stop()
    one.publish('vertice.test', Buffer.from('more'))
    await vi.waitUntil(() => heard.two!.length === 101, WAIT)
    expect(heard.three).toHaveLength(100)
    expect(one.counts).toEqual({ messagesOut: 101, bytesOut: 10 + 90 * 2 + 4, unsendable: 0 })
  })

  it('does not delay the start while unreachable, drops messages, and connects later', async () => {
    const nats = await NatsServers.start(1)
    onTestFinished(() => nats.stop())
    await nats.servers[0]!.kill()
    const bus = await open(nats.url)
    expect(bus.isUp()).toBe(false)
    expect(said).toEqual(['Could not connect to the message bus; will keep retrying'])
    const heard: string[] = []
    bus.subscribe('vertice.test', (message) => heard.push(message.toString()))
    for (let number = 0; number < 1_000; number++) bus.publish('vertice.test', Buffer.alloc(1_000))
    expect(bus.counts).toEqual({ messagesOut: 0, bytesOut: 0, unsendable: 1_000 })
    expect(await bus.ask('vertice.question', Buffer.alloc(0), 50)).toBeNull()
    await nats.servers[0]!.start()
    await isUp(bus)
    const other = await open(nats.url)
    await isUp(other)
    await vi.waitUntil(() => {
      other.publish('vertice.test', Buffer.from('now'))
      return heard.length > 0
    }, WAIT)
    expect(new Set(heard)).toEqual(new Set(['now']))
  })
})
