// An HTTP server that passes its socket to the next process.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { unusedConnectionCloser } from '../../../src/base/limits/connection-limit.ts'
import { closeGently } from '../../../src/base/serving/close-gently.ts'

async function connection(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

async function ask(socket: Socket): Promise<string> {
  const answer = once(socket, 'data')
  socket.write('GET / HTTP/1.1\r\nHost: test\r\n\r\n')
  return String((await answer)[0])
}

it('answers open connections once more, accepts no new ones, and closes silent ones after the grace period', async () => {
  const server = createServer((_, response) => response.end('here'))
  const endSilent = unusedConnectionCloser(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const [idle, silent] = [await connection(port), await connection(port)]
  expect(await ask(idle)).toMatch(/Connection: keep-alive[\s\S]*here$/)
  const ended = { idle: once(idle, 'close'), silent: once(silent, 'close') }
  silent.resume()

  let waiting = 1
  const closed = closeGently(server, { idleGraceMs: 2_000, waiting: () => waiting, endSilent })
  const late = await connection(port) // the socket stays open while accepted connections are not served yet
  waiting = 0
  await expect.poll(() => server.listening).toBe(false)
  expect(await ask(late)).toMatch(/Connection: close[\s\S]*here$/)
  expect(await ask(idle)).toMatch(/Connection: close[\s\S]*here$/)
  await ended.idle
  await closed
  await ended.silent
})
