// A small HTTP load generator in a process of its own, so that it does not share a thread with the measured service.
// Uses keep-alive connections with one request in flight each. Reads a Load as JSON from standard input and prints the
// result as JSON.
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Load {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  /** Time before `seconds` in which responses are not counted. */
  readonly warmUpMs: number
  /** Complete requests as text, used round-robin. */
  readonly requests: readonly string[]
}

export interface LoadResult {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly failures: number
}

export async function generate({ port, connections, seconds, warmUpMs, requests }: Load): Promise<LoadResult> {
  const messages = requests.map((request) => Buffer.from(request))
  const latencies: number[] = []
  let next = 0
  let failures = 0
  let counting = false
  const start = performance.now()
  const countFrom = start + warmUpMs
  const end = countFrom + seconds * 1000

  await Promise.all(
    Array.from(
      { length: connections },
      () =>
        new Promise<void>((resolve, reject) => {
          const socket = connect({ port, host: '127.0.0.1', noDelay: true })
          let sentAt = 0
          let hasAnswered = false
          let missing = -1
          let head = ''
          const send = () => {
            sentAt = performance.now()
            if (sentAt > end && hasAnswered) {
              socket.destroy()
              return resolve()
            }
            missing = -1
            head = ''
            socket.write(messages[next++ % messages.length]!)
          }
          socket.on('connect', send)
          socket.on('error', reject)
          socket.on('data', (data) => {
            if (missing < 0) {
              head += data.toString('latin1')
              const split = head.indexOf('\r\n\r\n')
              if (split < 0) return
              const [, length] = /content-length: (\d+)/i.exec(head)!
              missing = Number(length) - (head.length - split - 4)
              if (head.charCodeAt(9) !== 50) failures += 1 // not a 2xx
            } else missing -= data.length
            if (missing > 0) return
            const now = performance.now()
            if (now > countFrom && now <= end) latencies.push(now - sentAt)
            hasAnswered = true
            counting = true
            send()
          })
          socket.on('close', resolve)
        }),
    ),
  )
  if (!counting) throw new Error('no answers')
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0
  return { perSecond: latencies.length / seconds, p50: at(0.5), p99: at(0.99), failures }
}

if (import.meta.main) console.log(JSON.stringify(await generate(JSON.parse(await text(process.stdin)))))
