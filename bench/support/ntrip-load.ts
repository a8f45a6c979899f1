// Plays the bases and rovers of a caster if ../shared/tools/ntripload.c or a compiler is missing. Accepts the options
// of that tool that we use, and reports under the same names. The rovers run in processes of their own (-j).
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { frame } from '@vertice/rtcm'
import type { LoadReport } from '../caster/caster-stage.ts'
import { cpuUs } from './cpu.ts'
import { MESSAGE_BYTES } from './message.ts'

const HOST = '127.0.0.1'
const DRAIN_MS = 5_000
const CONNECT_MS = 60_000
/** Send interval while rovers connect: a silent base times out, and its rovers are rejected. */
const ALIVE_MS = 5_000
const MESSAGE = frame(Buffer.alloc(MESSAGE_BYTES - 6, 0xf0).fill(0xff, 0, 1))

const text = (short: string) => ({ type: 'string', short, default: '' }) as const
const { values } = parseArgs({
  options: {
    port: text('p'),
    mountpoint: text('m'),
    mountpoints: text('k'),
    clients: text('n'),
    users: text('U'),
    secret: text('w'),
    /** 0: pushes nothing and counts what others push; other values: pushes like SOURCE. */
    push: { type: 'string', short: 'q', default: '1' },
    pid: text('P'),
    seconds: text('d'),
    rest: text('S'),
    flight: text('c'),
    workers: text('j'),
    json: { type: 'boolean', short: 'J' },
  },
})
const [port, mountpoints, clients, workers] = [values.port, values.mountpoints, values.clients, values.workers].map(
  Number,
) as [number, number, number, number]
const nameOf = (place: number) => (mountpoints > 1 ? `${values.mountpoint}${place}` : values.mountpoint)

/** Report of a rover process. */
interface Told {
  readonly accepted: number
  readonly failed: number
  readonly dropped: number
  readonly delivered: number
}

if (process.send) rovers(Number(process.env.WORKER))
else await main()

async function main(): Promise<void> {
  const sources: Socket[] = []
  const pushes = values.push !== '0'
  for (let place = 0; pushes && place < mountpoints; place++) sources.push(await openSource(nameOf(place)))
  const sayAlive = () => {
    for (const source of sources) source.write(MESSAGE)
  }
  sayAlive()
  const alive = setInterval(sayAlive, ALIVE_MS)
  const children = Array.from({ length: workers }, (_, worker) =>
    fork(fileURLToPath(import.meta.url), process.argv.slice(2), { env: { ...process.env, WORKER: String(worker) } }),
  )
  const before = usage()
  const from = performance.now()
  let told = await ask(children, 'connect')
  while (told.accepted + told.failed < clients && performance.now() - from < CONNECT_MS) {
    await sleep(20)
    told = await ask(children, 'tell')
  }
  const connectSeconds = (performance.now() - from) / 1000
  clearInterval(alive)
  const connected = usage()
  await sleep(Number(values.rest) * 1000)
  const { accepted } = await ask(children, 'measure')
  const rested = usage()
  const start = performance.now()
  const pushed = await pushAll(sources, start)
  const expected = pushes ? pushed * accepted : 0
  for (const end = performance.now() + DRAIN_MS; performance.now() < end && told.delivered < expected; await sleep(20))
    told = await ask(children, 'tell')
  const after = usage()
  const measuredMs = performance.now() - start
  const rest = rested.atUs - connected.atUs
  const lost = Math.max(0, expected - told.delivered)
  const report: LoadReport = {
    clients,
    accepted,
    connects_per_s: accepted / connectSeconds,
    expected,
    delivered: told.delivered,
    lost,
    dropped_clients: told.dropped,
    measured_s: measuredMs / 1000,
    cpu_us_per_connect: (connected.cpuUs - before.cpuUs) / accepted,
    idle_cpu_percent: rest > 0 ? ((rested.cpuUs - connected.cpuUs) / rest) * 100 : 0,
    cpu_us_per_message: (after.cpuUs - rested.cpuUs) / told.delivered,
    rss_after_kb: after.kilobytes,
    rss_per_client: ((after.kilobytes - before.kilobytes) * 1024) / accepted,
  }
  console.log(JSON.stringify(report))
  process.exitCode = lost > 0 || accepted < clients ? 1 : 0
  for (const child of children) child.send('leave')
  await Promise.all(children.map((child) => once(child, 'exit')))
  for (const source of sources) source.destroy()
}

async function ask(children: readonly ChildProcess[], what: string): Promise<Told> {
  const answers = await Promise.all(
    children.map(async (child) => {
      const answer = once(child, 'message') as Promise<[Told]>
      child.send(what)
      return (await answer)[0]
    }),
  )
  const sum = (name: keyof Told) => answers.reduce((total, told) => total + told[name], 0)
  return {
    accepted: sum('accepted'),
    failed: sum('failed'),
    dropped: sum('dropped'),
    delivered: sum('delivered'),
  }
}

async function openSource(mountpoint: string): Promise<Socket> {
  const socket = connect({ port, host: HOST, noDelay: true })
  socket.write(`SOURCE ${values.secret} /${mountpoint}\r\nSource-Agent: NTRIP bench\r\n\r\n`)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  if (!answer.toString('latin1').startsWith('ICY 200')) throw new Error(`push to ${mountpoint} refused: ${answer}`)
  return socket
}

/** One message a second on each mountpoint, spread over the second; returns the number per mountpoint. */
async function pushAll(sources: readonly Socket[], start: number): Promise<number> {
  const seconds = Number(values.seconds)
  for (let second = 0; second < seconds; second++) {
    for (const [place, source] of sources.entries()) {
      const early = start + (second + place / sources.length) * 1000 - performance.now()
      if (early > 0) await sleep(early)
      source.write(MESSAGE)
    }
  }
  await sleep(start + seconds * 1000 - performance.now())
  return seconds
}

/** CPU and memory of the measured process. */
function usage(): { atUs: number; cpuUs: number; kilobytes: number } {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${values.pid}/status`, 'utf8'))!
  return { atUs: performance.now() * 1000, cpuUs: cpuUs(Number(values.pid)), kilobytes: Number(kilobytes) }
}

/** Plays every nth rover. All read into one buffer, because only the number of bytes matters. */
function rovers(worker: number): void {
  const users = readFileSync(values.users, 'latin1').trim().split('\n')
  const sockets = new Set<Socket>()
  const counts = { accepted: 0, failed: 0, dropped: 0 }
  const buffer = Buffer.alloc(65_536)
  let next = worker
  let bytes = 0

  const open = () => {
    if (next >= clients) return
    const rover = next
    next += workers
    let isIn = false
    const onAnswer = (length: number) => {
      isIn = buffer.toString('latin1', 0, length).startsWith('ICY 200')
      if (!isIn) return void socket.destroy()
      counts.accepted += 1
      open()
    }
    const callback = (length: number) => {
      if (isIn) bytes += length
      else onAnswer(length)
      return true
    }
    const socket = connect({ port, host: HOST, noDelay: true, onread: { buffer, callback } })
    sockets.add(socket)
    const login = Buffer.from(users[rover % users.length]!, 'latin1').toString('base64')
    socket.write(
      `GET /${nameOf(rover % mountpoints)} HTTP/1.0\r\nUser-Agent: NTRIP bench\r\nAuthorization: Basic ${login}\r\n\r\n`,
    )
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      counts[isIn ? 'dropped' : 'failed'] += 1
      if (!isIn) open()
    })
  }
  process.on('message', (what) => {
    if (what === 'connect') for (let place = 0; place < Number(values.flight) / workers; place++) open()
    if (what === 'measure') bytes = 0
    if (what !== 'leave') return void process.send!({ ...counts, delivered: Math.floor(bytes / MESSAGE_BYTES) })
    for (const socket of sockets) socket.resetAndDestroy() // no TIME_WAIT for the next run
    process.disconnect()
  })
}
