// HTTP and NTRIP requests from any loopback address.
import http from 'node:http'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Answer {
  /** 0 if there was no response. */
  readonly status: number
  readonly text: string
  readonly cookies: readonly string[]
  readonly ms: number
}

export interface Question {
  readonly method?: string
  readonly path: string
  readonly headers?: Record<string, string>
  readonly body?: string | Buffer
  /** Local address of the connection. */
  readonly from?: string
  readonly agent?: http.Agent
  readonly timeoutMs?: number
  /** Disconnects after this time, whether or not a response is on its way. */
  readonly hangUpMs?: number
}

/** The rest of a longer response is discarded. */
const LONGEST_TEXT = 1_000_000

export function ask(port: number, question: Question): Promise<Answer> {
  const { method = 'GET', path, headers = {}, body, from, agent, timeoutMs = 30_000, hangUpMs } = question
  const start = performance.now()
  return new Promise((resolve) => {
    const done = (status: number, text = '', cookies: string[] = []) =>
      resolve({ status, text, cookies, ms: performance.now() - start })
    const content = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const request = http.request(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: { ...content, ...headers },
        ...(from && { localAddress: from }),
        ...(agent && { agent }),
      },
      (response) => {
        let text = ''
        response.setEncoding('latin1').on('data', (part: string) => {
          if (text.length < LONGEST_TEXT) text += part
        })
        response.on('end', () => done(response.statusCode ?? 0, text, response.headers['set-cookie']))
        response.on('error', () => done(0))
      },
    )
    request.on('error', () => done(0))
    request.setTimeout(timeoutMs, () => request.destroy())
    if (hangUpMs !== undefined) setTimeout(() => request.destroy(), hangUpMs)
    request.end(body)
  })
}

export const asToken = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' })

export const asBrowser = (cookie: string, type = 'application/json') => ({
  cookie,
  'content-type': type,
  'x-requested-with': 'vertice',
})

/** Sends the text to the caster and returns the first line of the reply; empty if there was none. */
export function shout(port: number, text: string, from?: string, timeoutMs = 15_000): Promise<string> {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: '127.0.0.1', ...(from && { localAddress: from }) })
    let heard = ''
    const done = () => {
      socket.destroy()
      resolve(heard.split('\r\n')[0] ?? '')
    }
    socket.setTimeout(timeoutMs, done)
    socket.on('connect', () => socket.write(text))
    socket.on('data', (data) => {
      heard += data.toString('latin1', 0, 200)
      if (heard.includes('\n')) done()
    })
    socket.on('error', done).on('close', done)
  })
}

export const basic = (username: string, password: string) =>
  `Authorization: Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

function countOne(outcomes: Record<string, number>, outcome: string | number): void {
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
}

/** Runs `work` `count` times, `atOnce` concurrently, for at most `seconds`; returns how often each outcome occurred. */
export async function flood(
  { count, atOnce, seconds }: { count: number; atOnce: number; seconds: number },
  work: (turn: number) => Promise<string | number>,
): Promise<Record<string, number>> {
  const outcomes: Record<string, number> = {}
  const end = performance.now() + seconds * 1000
  let turn = 0
  const worker = async () => {
    while (turn < count && performance.now() < end) {
      countOne(outcomes, await work(turn++))
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, worker))
  return outcomes
}

/** Calls `work` at a steady rate without waiting for earlier calls; returns how often each outcome occurred. */
export async function steadily(
  seconds: number,
  perSecond: number,
  work: (turn: number) => Promise<string | number>,
): Promise<Record<string, number>> {
  const outcomes: Record<string, number> = {}
  const start = performance.now()
  const running = new Set<Promise<void>>()
  for (let turn = 0; turn < seconds * perSecond; turn++) {
    const due = start + (turn * 1000) / perSecond
    if (due > performance.now()) await sleep(due - performance.now())
    const one = work(turn).then((outcome) => {
      countOne(outcomes, outcome)
      running.delete(one)
    })
    running.add(one)
  }
  await Promise.all(running)
  return outcomes
}

export const random = (length: number) =>
  Array.from({ length }, () => 'abcdefghijkmnpqrstuvwxyz23456789'[Math.floor(Math.random() * 32)]).join('')

/** A random loopback address that the witness does not use. */
export const anyAddress = () => `127.${10 + Math.floor(Math.random() * 200)}.${Math.floor(Math.random() * 250)}.7`
