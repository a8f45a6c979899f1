// Rovers as in the field: each connects, times out if there is no response, waits a little and retries forever. In a
// child process, this file simulates thousands of rovers and reports their counters on request.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'

const MOST_TOLD = 10

export interface DevicesOptions {
  readonly port: number
  readonly mountpoint: string
  /** One `user:password` per rover. */
  readonly logins: readonly string[]
  /** Mean delay between two attempts; the actual delay varies by ±50 %. */
  readonly retryMs: number
  /** How long a rover waits for a response. */
  readonly timeoutMs: number
  /** Source addresses, assigned in turn. By default all rovers share one address. */
  readonly addresses?: readonly string[]
}

export interface Fare {
  /** Rovers that are connected and have received `ICY 200 OK`. */
  readonly in: number
  readonly tries: number
  /** Rejections by the first line of the response. */
  readonly told: Record<string, number>
  /** Connections that the caster closed without a response. */
  readonly silent: number
  /** For the first of them: milliseconds until the close, and the error message. */
  readonly silently: readonly string[]
  /** Connections that ended after they were accepted. */
  readonly lost: number
  /** Attempts that timed out without a response. */
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
    for (const socket of this.#sockets) socket.resetAndDestroy() // RST leaves no TIME_WAIT for the next test
  }

  #dial(device: number): void {
    const { port, mountpoint, logins, addresses, timeoutMs } = this.#options
    const fare = this.#fare
    const from = addresses && { localAddress: addresses[device % addresses.length]! }
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, ...from })
    this.#sockets.add(socket)
    let connectedAt = 0
    let error = ''
    let [isConnected, isIn, isAnswered, isImpatient] = [false, false, false, false]
    const patience = this.#after(timeoutMs, () => {
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
    socket.on('data', () => {}) // keep reading, because an unread stream stalls
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
