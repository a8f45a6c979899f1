// The bases of a cluster, which push to several casters, and rovers that measure latency: on the caster of their base
// and on another one. Runs in a process of its own, controlled by messages.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { FrameReader, frame } from '@vertice/rtcm'
import { MESSAGE_BYTES } from '../support/message.ts'

const HOST = '127.0.0.1'
/**
 * The frame content of ntripload, so that it accepts these frames: type 4095, a mark, a sequence number, the send time.
 */
const HEAD = 4095 << 4
const MARK = 0x4e4c4f44
const NUMBER_AT = 6
const SENT_AT = 10

export interface Push {
  readonly port: number
  readonly mountpoint: string
}

export interface Probe extends Push {
  readonly login: string
  readonly isBeside: boolean
}

export interface Traffic {
  readonly secret: string
  readonly pushes: readonly Push[]
  readonly perSecond: number
  readonly probes: readonly Probe[]
}

/** Milliseconds from the push to the rover. */
export interface Ages {
  readonly count: number
  readonly p50: number
  readonly p99: number
}

export interface Told {
  readonly pushed: number
  readonly beside: Ages
  readonly apart: Ages
}

type Order = { readonly push: Omit<Traffic, 'probes'> } | { readonly listen: readonly Probe[] } | 'measure' | 'tell'

/** Controls the process from outside. */
export class TrafficProcess {
  readonly #child: ChildProcess = fork(fileURLToPath(import.meta.url), { execArgv: [] })

  /** Starts the bases. */
  push(push: Omit<Traffic, 'probes'>): Promise<Told> {
    return this.#order({ push })
  }

  listen(probes: readonly Probe[]): Promise<Told> {
    return this.#order({ listen: probes })
  }

  /** Resets the counters. */
  measure(): Promise<Told> {
    return this.#order('measure')
  }

  tell(): Promise<Told> {
    return this.#order('tell')
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit')
    this.#child.disconnect()
    await ended
  }

  async #order(order: Order): Promise<Told> {
    const answer = once(this.#child, 'message') as Promise<[Told | { failed: string }]>
    this.#child.send(order)
    const [told] = await Promise.race([
      answer,
      once(this.#child, 'exit').then(() => Promise.reject(new Error('the traffic ended by itself'))),
    ])
    if ('failed' in told) throw new Error(told.failed)
    return told
  }
}

async function open(port: number, request: string, hear: (data: Buffer) => void): Promise<Socket> {
  const socket = connect({ port, host: HOST, noDelay: true })
  socket.on('error', () => {})
  socket.write(request)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  const head = answer.toString('latin1')
  if (!head.startsWith('ICY 200 OK\r\n\r\n')) throw new Error(`refused: ${head.split('\r\n', 1)[0]}`)
  hear(answer.subarray(14))
  socket.on('data', hear)
  return socket
}

class Bases {
  readonly #sockets: Socket[] = []
  readonly #message = Buffer.alloc(MESSAGE_BYTES - 6, 0x5a)
  pushed = 0

  async push({ secret, pushes, perSecond }: Omit<Traffic, 'probes'>): Promise<void> {
    for (const { port, mountpoint } of pushes) {
      const request = `SOURCE ${secret} /${mountpoint}\r\nSource-Agent: NTRIP bench\r\n\r\n`
      const socket = await open(port, request, () => {})
      this.#sockets.push(socket)
      this.#send(socket, 0) // a silent base soon times out
    }
    this.#goOn(perSecond)
  }

  /** Sends one base after the other, spread over the second. */
  #goOn(perSecond: number): void {
    const start = performance.now()
    const count = this.#sockets.length
    let sent = 0
    setInterval(() => {
      const due = ((performance.now() - start) / 1000) * perSecond * count
      for (; sent < due; sent++) this.#send(this.#sockets[sent % count]!, 1 + Math.floor(sent / count))
    }, 1)
  }

  #send(socket: Socket, number: number): void {
    this.#message.writeUInt16BE(HEAD, 0)
    this.#message.writeUInt32BE(MARK, 2)
    this.#message.writeUInt32BE(number, NUMBER_AT)
    this.#message.writeBigUInt64BE(process.hrtime.bigint(), SENT_AT)
    socket.write(frame(this.#message))
    this.pushed += 1
  }
}

class Probes {
  #beside: number[] = []
  #apart: number[] = []

  async listen(probes: readonly Probe[]): Promise<void> {
    for (const { port, mountpoint, login, isBeside } of probes) {
      const reader = new FrameReader((payload) => {
        const age = Number(process.hrtime.bigint() - payload.readBigUInt64BE(SENT_AT)) / 1e6
        if (isBeside) this.#beside.push(age)
        else this.#apart.push(age)
      })
      const key = Buffer.from(login).toString('base64')
      const request = `GET /${mountpoint} HTTP/1.0\r\nUser-Agent: NTRIP bench\r\nAuthorization: Basic ${key}\r\n\r\n`
      await open(port, request, (data) => reader.push(data))
    }
  }

  forget(): void {
    this.#beside = []
    this.#apart = []
  }

  get ages(): Pick<Told, 'beside' | 'apart'> {
    return { beside: agesOf(this.#beside), apart: agesOf(this.#apart) }
  }
}

function agesOf(ages: readonly number[]): Ages {
  const sorted = [...ages].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
  return { count: sorted.length, p50: at(0.5), p99: at(0.99) }
}

async function obey(bases: Bases, probes: Probes, order: Order): Promise<Told> {
  if (order === 'measure') {
    probes.forget()
    bases.pushed = 0
  } else if (order !== 'tell') {
    if ('push' in order) await bases.push(order.push)
    else await probes.listen(order.listen)
    await sleep(0)
  }
  return { pushed: bases.pushed, ...probes.ages }
}

if (import.meta.main) {
  const [bases, probes] = [new Bases(), new Probes()]
  process.on('message', (order: Order) => {
    obey(bases, probes, order).then(
      (told) => process.send!(told),
      (error) => process.send!({ failed: String(error) }),
    )
  })
  process.once('disconnect', () => process.exit())
}
