// The signed bus on a real server: messages of strangers, other keys and other releases have no effect.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { nats as natsConfig } from '../../../src/base/config/services/nats.ts'
import { newKey, parseKeys } from '../../../src/base/secrets.ts'
import { MessageSigner } from '../../../src/start/bus/message-signer.ts'
import { type NatsTransport, openNats } from '../../../src/start/bus/nats.ts'
import { SignedBus } from '../../../src/start/bus/signed-bus.ts'
import { NatsServers } from '../../support/nats-servers.ts'
import { lacks } from '../../support/needs.ts'

const WAIT = { interval: 5, timeout: 90_000 }
const KEY = newKey()
const clock = () => new Date()

describe.skipIf(lacks('the signed bus', 'nats-server'))('the signed bus', () => {
  let nats: NatsServers
  let stranger: NatsTransport
  let one: SignedBus
  let two: SignedBus
  let log: { message: string; detail: object }[]
  let heard: string[]
  const opened: { close(): Promise<void> }[] = []

  async function connect(): Promise<NatsTransport> {
    const transport = await openNats(natsConfig(nats.url, null, null)!, { name: 'test', warn() {}, info() {} })
    opened.push(transport)
    await vi.waitUntil(() => transport.isUp(), WAIT)
    return transport
  }
  const open = async (key = KEY) =>
    new SignedBus(await connect(), new MessageSigner(parseKeys(key), clock), (message, detail) =>
      log.push({ message, detail }),
    )
  const rejected = (bus: SignedBus) => Object.fromEntries([...bus.counts.rejected].filter(([, count]) => count > 0))
  const isRejected = (reason: string, times = 1) => vi.waitUntil(() => rejected(two)[reason] === times, WAIT)

  beforeAll(async () => {
    nats = await NatsServers.start(1)
  })
  beforeEach(async () => {
    log = []
    heard = []
    stranger = await connect()
    one = await open()
    two = await open()
    two.subscribe('vertice.test', (message) => {
      if (message.toString() === 'bad') throw new Error('no')
      heard.push(message.toString())
    })
    two.subscribe('vertice.question', (question, answer) => answer(Buffer.from(`${question} yes`)))
    // Wait until the server has both subscriptions.
    await vi.waitUntil(async () => (await one.ask('vertice.question', Buffer.from('ready?'), 500)) !== null, WAIT)
  })
  // Otherwise their subscriptions would receive messages of the next test.
  afterEach(async () => {
    for (const transport of opened.splice(0)) await transport.close()
  })
  afterAll(() => nats.stop())

  it('delivers messages and answers of nodes with the same key', async () => {
    one.publish('vertice.test', Buffer.from('a'))
    one.publish('vertice.test', Buffer.from('b'))
    await vi.waitUntil(() => heard.length === 2, WAIT)
    expect(heard).toEqual(['a', 'b'])
    expect(await one.ask('vertice.question', Buffer.from('is it?'), 1_000)).toEqual(Buffer.from('is it? yes'))
    expect([rejected(one), rejected(two), log]).toEqual([{}, {}, []])
  })

  it('delivers nothing that is unsigned, signed with another key, or repeated; and logs each reason once', async () => {
    const copies: Buffer[] = []
    const stop = stranger.subscribe('vertice.test', (message) => void copies.push(Buffer.from(message)))
    await vi.waitUntil(() => {
      one.publish('vertice.test', Buffer.from('good'))
      return copies.length > 0
    }, WAIT)
    stop()
    for (let time = 0; time < 10; time++) stranger.publish('vertice.test', Buffer.from('{"v":1}'))
    await isRejected('unknown_version', 10)
    stranger.publish('vertice.test', copies[0]!)
    await isRejected('repeated')
    const foreign = await open(newKey())
    foreign.publish('vertice.test', Buffer.from('foreign'))
    await isRejected('unknown_key')
    const forged = Buffer.from(copies[0]!)
    forged[forged.length - 1]! ^= 1
    stranger.publish('vertice.test', forged)
    await isRejected('bad_signature')
    expect(new Set(heard)).toEqual(new Set(['good']))
    expect(log.map(({ message }) => message)).toEqual(Array(4).fill('Rejected a message from the bus'))
    expect(log.map(({ detail }) => (detail as { reason: string }).reason)).toEqual([
      'unknown_version',
      'repeated',
      'unknown_key',
      'bad_signature',
    ])
  })

  it('logs an error of a subscriber, and delivers the next message', async () => {
    one.publish('vertice.test', Buffer.from('bad'))
    one.publish('vertice.test', Buffer.from('good'))
    await vi.waitUntil(() => heard.length === 1, WAIT)
    expect([heard, rejected(two)]).toEqual([['good'], { failed: 1 }])
    expect(log[0]!.detail).toMatchObject({ reason: 'failed', subject: 'vertice.test', err: expect.any(Error) })
  })

  it('accepts no answer from a stranger, and answers no stranger', async () => {
    stranger.subscribe('vertice.lie', (_, answer) => answer(Buffer.from('a lie')))
    await vi.waitUntil(async () => {
      expect(await one.ask('vertice.lie', Buffer.alloc(0), 500)).toBeNull()
      return rejected(one).unknown_version
    }, WAIT)
    expect(await stranger.ask('vertice.question', Buffer.from('tell me'), 200)).toBeNull()
    expect(rejected(two)).toEqual({ unknown_version: 1 })
  })
})
