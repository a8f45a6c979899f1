// What stands before several API nodes: asks each in turn, and another one where a node does not take the connection or goes before it answers.
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Balancer {
  readonly url: string
  /** How often another node had to be asked. */
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
        // As a balancer's health check would see it: this node is leaving.
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
