// A load balancer for API nodes: round robin. If a node refuses the connection or closes it without a response, it
// tries another.
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Balancer {
  readonly url: string
  /** Number of requests that were retried on another node. */
  readonly again: number
  stop(): Promise<void>
}

export async function balance(nodes: readonly string[]): Promise<Balancer> {
  let turn = 0
  let again = 0
  const server = http.createServer((request, response) => {
    const first = turn++
    const ask = (left: number) => {
      const node = nodes[(first + left) % nodes.length]!
      const asked = http.get(`${node}${request.url}`, { agent: false }, (answer) => {
        // A 503 means that the node is shutting down, as a health check would report.
        if (answer.statusCode === 503 && left > 0) {
          answer.resume()
          again += 1
          return ask(left - 1)
        }
        response.writeHead(answer.statusCode!)
        answer.pipe(response)
      })
      asked.once('error', ({ message }) => {
        if (left === 0) return void response.writeHead(502).end(message)
        again += 1
        ask(left - 1)
      })
    }
    ask(nodes.length - 1)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get again() {
      return again
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
