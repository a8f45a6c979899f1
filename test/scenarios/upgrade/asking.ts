// Clients that send requests continuously, on new or kept-alive connections, and count failures.
import http from 'node:http'

export interface Asking {
  readonly answered: { fresh: number; kept: number }
  /** Longest time from a request to the end of its response. */
  readonly longestMs: number
  readonly failures: Record<string, number>
  stop(): Promise<void>
}

const CLIENTS = 4

/** `clients`: number of clients of each kind. */
export function keepAsking(url: string, clients = CLIENTS): Asking {
  const answered = { fresh: 0, kept: 0 }
  const failures: Record<string, number> = {}
  const fail = (why: string) => {
    failures[why] = (failures[why] ?? 0) + 1
  }
  let longestMs = 0
  let hasStopped = false
  const agent = new http.Agent({ keepAlive: true, maxSockets: clients })
  const ask = (kind: 'fresh' | 'kept') =>
    new Promise<void>((done) => {
      const since = performance.now()
      const request = http.get(`${url}/readyz`, { agent: kind === 'kept' ? agent : false }, (response) => {
        if (response.statusCode !== 200) fail(String(response.statusCode))
        response.resume()
        response.once('error', ({ message }) => fail(`in the answer: ${message}`))
        response.once('end', () => {
          answered[kind] += 1
          longestMs = Math.max(longestMs, performance.now() - since)
        })
        response.once('close', done)
      })
      request.once('error', ({ message }) => {
        fail(message)
        done()
      })
    })
  const loops = (['fresh', 'kept'] as const).flatMap((kind) =>
    Array.from({ length: clients }, async () => {
      while (!hasStopped) await ask(kind)
    }),
  )
  return {
    answered,
    failures,
    get longestMs() {
      return longestMs
    },
    async stop() {
      hasStopped = true
      await Promise.all(loops)
      agent.destroy()
    },
  }
}
