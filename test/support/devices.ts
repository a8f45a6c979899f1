// Rovers as they are in the field: each dials until it is let in, loses patience, waits a little and dials again, for ever. Started as a
// process of its own it plays thousands of them, and tells on request how they fare.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'

const MOST_TOLD = 10

export interface DevicesOptions {
  readonly port: number
  readonly mountpoint: string
  /** `user:password` of each. */
  readonly logins: readonly string[]
  /** Between two tries, more or less. */
  readonly retryMs: number
  /** So long each waits for an answer. */
  readonly patienceMs: number
  /** Where each calls from, in turn; else all from one address. */
  readonly addresses?: readonly string[]
}

export interface Fare {
  /** How many are connected now, and have been told so. */
  readonly in: number
  readonly tries: number
  /** What those were told who were not let in, by the first line. */
  readonly told: Record<string, number>
  /** Ended by the caster without a word. */
  readonly silent: number
  /** How the first of those ended: after so many milliseconds, and by which error. */
  readonly silently: readonly string[]
  /** Ended by the caster after they were let in. */
  readonly lost: number
  /** Gave up before there was an answer. */
  readonly impatient: number
}

export class Devices {
  readonly #options: DevicesOptions
  readonly #sockets = new Set<Socket>()
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #fare = {
    ...{ in: 0, tries: 0, silent: 0, lost: 0, impatient: 0 },
    told: {} as Record<string, number>,
    silently: [] as string[],
  }
  #hasStopped = false

  constructor(options: DevicesOptions) {
    this.#options = options
    for (let device = 0; device < options.logins.length; device++) this.#dial(device)
  }

  get fare(): Fare {
    return this.#fare
  }

  stop(): void {
    this.#hasStopped = true
    for (const timer of this.#timers) clearTimeout(timer)
    for (const socket of this.#sockets) socket.resetAndDestroy() // no TIME_WAIT for the next test
  }

  #dial(device: number): void {
    const { port, mountpoint, logins, addresses, patienceMs } = this.#options
    const fare = this.#fare
    const from = addresses && { localAddress: addresses[device % addresses.length]! }
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, ...from })
    this.#sockets.add(socket)
    let connectedAt = 0
    let error = ''
    let [isConnected, isIn, isAnswered, isImpatient] = [false, false, false, false]
    const patience = this.#after(patienceMs, () => {
      isImpatient = true
      socket.destroy()
    })
    socket.once('connect', () => {
      isConnected = true
      connectedAt = performance.now()
      fare.tries += 1
      const login = Buffer.from(logins[device]!).toString('base64')
      socket.write(`GET /${mountpoint} HTTP/1.0\r\nUser-Agent: NTRIP device\r\nAuthorization: Basic ${login}\r\n\r\n`)
    })
    socket.once('data', (data) => {
      this.#cancel(patience)
      isAnswered = true
      const line = data.toString('latin1').split('\r\n', 1)[0]!
      isIn = line === 'ICY 200 OK'
      if (isIn) fare.in += 1
      else {
        fare.told[line] = (fare.told[line] ?? 0) + 1
        socket.destroy()
      }
    })
    socket.on('data', () => {}) // and on: a stream that nobody reads stops
    socket.on('error', ({ message }) => {
      error = message
    })
    socket.on('close', () => {
      this.#cancel(patience)
      this.#sockets.delete(socket)
      if (this.#hasStopped) return
      if (isIn) {
        fare.in -= 1
        fare.lost += 1
      } else if (isImpatient) fare.impatient += 1
      else if (isConnected && !isAnswered) {
        fare.silent += 1
        if (fare.silently.length < MOST_TOLD)
          fare.silently.push(`${Math.round(performance.now() - connectedAt)} ms ${error}`)
      }
      this.#after(this.#options.retryMs * (0.5 + Math.random()), () => this.#dial(device))
    })
  }

  #after(milliseconds: number, work: () => void): NodeJS.Timeout {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      work()
    }, milliseconds)
    this.#timers.add(timer)
    return timer
  }

  #cancel(timer: NodeJS.Timeout): void {
    clearTimeout(timer)
    this.#timers.delete(timer)
  }
}

/** The same in a process of their own. */
export class DevicesProcess {
  readonly #child: ChildProcess

  constructor(options: DevicesOptions) {
    this.#child = fork(fileURLToPath(import.meta.url), { execArgv: [] })
    this.#child.send(options)
  }

  async fare(): Promise<Fare> {
    const answer = once(this.#child, 'message') as Promise<[Fare]>
    this.#child.send('tell')
    return (await answer)[0]
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit')
    this.#child.send('leave')
    await ended
  }
}

if (import.meta.main) {
  let devices: Devices | null = null
  process.on('message', (message: DevicesOptions | 'tell' | 'leave') => {
    if (typeof message === 'object') devices = new Devices(message)
    else if (message === 'tell') process.send!(devices!.fare)
    else {
      devices?.stop()
      process.disconnect()
    }
  })
  process.once('disconnect', () => process.exit())
}
