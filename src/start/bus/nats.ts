// The NATS connection of the caster's bus. It reconnects forever and does not buffer unsent messages: late corrections
// are useless.
import { setTimeout as sleep } from 'node:timers/promises'
import { checkServerIdentity, type PeerCertificate, type ConnectionOptions as SecureOptions } from 'node:tls'
import {
  type ConnectionOptions,
  connect,
  type Msg,
  type NatsConnection,
  nkeyAuthenticator,
  type Subscription,
  type TlsOptions,
} from '@nats-io/transport-node'
import type { NatsConfig } from '../../base/config/services/nats.ts'
import type { Bus, BusCounts } from '../../caster/bus.ts'
import { InFlight } from './in-flight.ts'

const CONNECT_WITHIN_MS = 2_000
const FIRST_BACK_OFF_MS = 250
const LAST_BACK_OFF_MS = 2_000
/** The library closes a connection whose server is silent for three ping intervals. */
const PING_EVERY_MS = 1_500
const UNANSWERED_PINGS = 2
/** Interval of the flushes that check whether sent messages have arrived. */
const CHECK_EVERY_MS = 100
/** Max time to flush pending messages before closing. */
const LAST_WORDS_MS = 500
/** Closes a connection whose flush is overdue. The library does not while it waits for the server to read. */
const LEFT_AFTER_MS = 6_000

export interface NatsDependencies {
  /** Client name that NATS shows to operators. */
  readonly name: string
  readonly warn: (message: string, detail: object) => void
  readonly info: (message: string) => void
}

/** Does not authenticate messages: `SignedBus` decides which ones are delivered. Subscribers must not throw. */
export interface NatsTransport extends Omit<Bus, 'reject' | 'counts'> {
  readonly counts: Omit<BusCounts, 'rejected'>
  close(): Promise<void>
}

type Hear = Parameters<Bus['subscribe']>[1]

interface Listener {
  readonly subject: string
  readonly hear: Hear
  subscription: Subscription | null
}

/** Waits for the first connection attempt, and returns even if it fails. */
export async function openNats(nats: NatsConfig, dependencies: NatsDependencies): Promise<NatsTransport> {
  const connection = new NatsLink(nats, dependencies)
  await connection.firstTry
  return connection
}

class NatsLink implements NatsTransport {
  readonly firstTry: Promise<void>
  readonly #nats: NatsConfig
  readonly #dependencies: NatsDependencies
  readonly #listeners = new Set<Listener>()
  readonly #counts = { messagesOut: 0, bytesOut: 0, unsendable: 0 }
  readonly #inFlight = new InFlight()
  readonly #timer: NodeJS.Timeout
  readonly #running: Promise<void>
  readonly #closing = new AbortController()
  #connection: NatsConnection | null = null
  #leave = () => {}
  #isConnected = false
  #lostAt = performance.now()
  #wasUp: boolean | null = null

  constructor(nats: NatsConfig, dependencies: NatsDependencies) {
    this.#nats = nats
    this.#dependencies = dependencies
    const { promise, resolve } = Promise.withResolvers<void>()
    this.firstTry = promise
    this.#running = this.#keepConnected(resolve)
    this.#timer = setInterval(() => this.#checkConnection(), CHECK_EVERY_MS)
  }

  get counts(): NatsTransport['counts'] {
    return this.#counts
  }

  isUp(): boolean {
    return this.#isConnected && !this.#inFlight.isOverdue(performance.now())
  }

  publish(subject: string, message: Buffer): void {
    this.#send(message.length, (connection) => connection.publish(subject, message))
  }

  subscribe(subject: string, hear: Hear): () => void {
    const listener: Listener = { subject, hear, subscription: null }
    this.#listeners.add(listener)
    this.#listen(listener)
    return () => {
      this.#listeners.delete(listener)
      quietly(() => listener.subscription?.unsubscribe())
    }
  }

  async ask(subject: string, question: Buffer, withinMs: number): Promise<Buffer | null> {
    try {
      if (!this.isUp()) return null
      const { data } = await this.#connection!.request(subject, question, { timeout: withinMs })
      return bufferOf(data)
    } catch {
      return null // no responder, or no response in time
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#closing.abort()
    const connection = this.#connection
    if (connection && this.isUp())
      await Promise.race([connection.flush().catch(() => {}), sleep(LAST_WORDS_MS, null, { ref: false })])
    this.#isConnected = false
    await connection?.close().catch(() => {})
    await this.#running
  }

  /** Drops messages that cannot be sent. */
  #send(bytes: number, send: (connection: NatsConnection) => void): void {
    const mayGo = this.isUp() && this.#inFlight.hasRoomFor(bytes)
    if (!mayGo || !quietly(() => send(this.#connection!))) {
      this.#counts.unsendable += 1
      return
    }
    this.#inFlight.sent(bytes)
    this.#counts.messagesOut += 1
    this.#counts.bytesOut += bytes
  }

  #listen(listener: Listener): void {
    const connection = this.#connection
    if (!connection) return
    quietly(() => {
      listener.subscription = connection.subscribe(listener.subject, {
        callback: (error, message) => {
          if (!error) this.#hear(listener, message)
        },
      })
    })
  }

  #hear({ hear }: Listener, message: Msg): void {
    hear(bufferOf(message.data), (reply) => this.#send(reply.length, () => message.respond(reply)))
  }

  #checkConnection(): void {
    if (this.#isConnected && this.#inFlight.mayAsk()) {
      const arrived = this.#inFlight.ask(performance.now())
      this.#connection!.flush().then(arrived, () => {})
    }
    if (this.#inFlight.isOverdue(performance.now(), LEFT_AFTER_MS)) this.#leave()
    const isUp = this.isUp()
    if (isUp === this.#wasUp) return
    if (isUp) this.#dependencies.info('Connected to the message bus')
    else if (this.#wasUp) this.#dependencies.warn('Lost the message bus; streams are not shared with other nodes', {})
    this.#wasUp = isUp
  }

  /** The library reconnects by itself, but fails if the first connection fails, and gives up on some errors. */
  async #keepConnected(tried: () => void): Promise<void> {
    const { signal } = this.#closing
    let said = ''
    while (!signal.aborted) {
      try {
        const connection = await connect(optionsOf(this.#nats, this.#dependencies.name, () => this.#backOffMs()))
        if (signal.aborted) return await connection.close()
        said = ''
        this.#begin(connection)
        tried()
        await this.#endOf(connection)
      } catch (error) {
        const why = (error as Error | undefined)?.message ?? 'closed'
        if (why !== said) this.#dependencies.warn('Could not connect to the message bus; will keep retrying', { why })
        said = why
      }
      if (this.#isConnected) this.#lost()
      this.#connection = null
      tried()
      await sleep(this.#backOffMs(), null, { signal }).catch(() => {})
    }
  }

  /** Backs off in proportion to the time since the connection was lost. */
  #backOffMs(): number {
    const awayMs = this.#isConnected ? 0 : performance.now() - this.#lostAt
    return Math.min(Math.max(awayMs / 4, FIRST_BACK_OFF_MS), LAST_BACK_OFF_MS) * (0.8 + 0.4 * Math.random())
  }

  async #endOf(connection: NatsConnection): Promise<void> {
    const { promise: left, resolve } = Promise.withResolvers<void>()
    this.#leave = resolve
    await Promise.race([connection.closed(), left])
    connection.close().catch(() => {})
  }

  #begin(connection: NatsConnection): void {
    this.#connection = connection
    this.#found()
    for (const listener of this.#listeners) this.#listen(listener)
    void this.#watch(connection)
  }

  async #watch(connection: NatsConnection): Promise<void> {
    for await (const { type } of connection.status()) {
      if (connection !== this.#connection) return
      if (type === 'disconnect') this.#lost()
      if (type === 'reconnect') this.#found()
    }
  }

  #found(): void {
    this.#inFlight.reset()
    this.#isConnected = true
  }

  #lost(): void {
    this.#inFlight.reset()
    this.#isConnected = false
    this.#lostAt = performance.now()
  }
}

const bufferOf = (data: Uint8Array): Buffer => Buffer.from(data.buffer, data.byteOffset, data.length)

/** The library throws if the connection closes at the same moment. */
function quietly(work: () => void): boolean {
  try {
    work()
    return true
  } catch {
    return false
  }
}

const optionsOf = (
  { servers, tls, user, password, nkeySeed }: NatsConfig,
  name: string,
  backOffMs: () => number,
): ConnectionOptions => ({
  servers: [...servers],
  name,
  noEcho: true,
  timeout: CONNECT_WITHIN_MS,
  maxReconnectAttempts: -1,
  // Otherwise a second authentication error ends the retries, although the operator can fix the password.
  ignoreAuthErrorAbort: true,
  reconnectDelayHandler: backOffMs,
  pingInterval: PING_EVERY_MS,
  maxPingOut: UNANSWERED_PINGS,
  ...(tls && { tls: tlsOf(servers, tls.caFile) }),
  ...(user !== null && { user, pass: password ?? '' }),
  ...(nkeySeed !== null && { authenticator: nkeyAuthenticator(new TextEncoder().encode(nkeySeed)) }),
})

/** For a server given by IP address, the library passes no name, and TLS would expect a certificate for localhost. */
function tlsOf(servers: readonly string[], caFile: string | null): TlsOptions {
  const hosts = servers.map((server) => server.replace(/:\d+$/, '').replace(/^\[|\]$/g, ''))
  const isOneOf = (names: readonly string[], certificate: PeerCertificate) =>
    names.some((name) => checkServerIdentity(name, certificate) === undefined)
  const options: Pick<SecureOptions, 'checkServerIdentity'> = {
    checkServerIdentity: (name, certificate) =>
      isOneOf([name, ...hosts], certificate) ? undefined : checkServerIdentity(name, certificate),
  }
  return { ...options, ...(caFile !== null && { caFile }) } as TlsOptions
}
