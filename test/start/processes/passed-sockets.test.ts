import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../../src/base/config/config.ts'
import {
  descriptorsAt,
  type PassedSocket,
  passedSockets,
  shareOf,
  socketMismatch,
} from '../../../src/start/processes/passed-sockets.ts'

const UNIT = 'vertice.socket'

async function open(host: string): Promise<{ fd: number; port: number }> {
  const server = createServer().listen(0, host)
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { fd } = (server as unknown as { _handle: { fd: number } })._handle
  return { fd, port: (server.address() as AddressInfo).port }
}

const at = (fd: number, host: string | null, port: number): PassedSocket => ({ fd, unit: UNIT, host, port })

describe.skipIf(process.platform !== 'linux')('passed sockets', () => {
  it('are identified by the address that they listen on', async () => {
    const [four, six, any] = [await open('127.0.0.1'), await open('::1'), await open('::')]
    const file = openSync('/dev/null', 'r')
    onTestFinished(() => closeSync(file))
    const passed = passedSockets([four.fd, six.fd, any.fd, file].map((fd) => ({ fd, unit: UNIT })))
    expect(passed).toEqual([
      at(four.fd, '127.0.0.1', four.port),
      at(six.fd, '::1', six.port),
      at(any.fd, '::', any.port),
      at(file, null, 0),
    ])
    expect(descriptorsAt(passed, { host: '0:0:0:0:0:0:0:1', port: six.port })).toEqual([six.fd])
    expect(descriptorsAt(passed, { host: '127.0.0.1', port: six.port })).toEqual([])
    expect(descriptorsAt(passed, { host: 'localhost', port: four.port })).toEqual([])
  })

  it('are empty if none were passed', () => {
    expect(passedSockets([])).toEqual([])
  })
})

describe('sockets of several casters', () => {
  const eight = Array.from({ length: 8 }, (_, index) => at(3 + index, '127.0.0.1', 2101))
  const shares = (sockets: readonly PassedSocket[], casters: number) =>
    Array.from({ length: casters }, (_, index) => shareOf(sockets, index, casters).map(({ fd }) => fd))

  it('belong to one caster each, port by port', () => {
    expect(shares(eight, 1)).toEqual([[3, 4, 5, 6, 7, 8, 9, 10]])
    expect(shares(eight, 3)).toEqual([
      [3, 6, 9],
      [4, 7, 10],
      [5, 8],
    ])
    expect(shares([at(3, '127.0.0.1', 80), at(4, '127.0.0.1', 2101), at(5, '127.0.0.1', 80)], 2)).toEqual([
      [3, 4],
      [5, 4],
    ])
  })
})

describe('sockets that do not match the settings', () => {
  const config = readConfig({})
  const matching = [at(3, '127.0.0.1', 8080), at(4, '127.0.0.1', 2101)]

  it('cause no warning if there are none, or if they match', () => {
    expect(socketMismatch([], config)).toBeNull()
    expect(socketMismatch(matching, config)).toBeNull()
    // A socket unit cannot listen on a host name, so none is missing.
    expect(socketMismatch(matching.slice(1), readConfig({ HOST: 'localhost', CASTER_HOST: '127.0.0.1' }))).toBeNull()
  })

  it('are named, with instructions', () => {
    expect(socketMismatch(matching, readConfig({ PORT: '8090' }))).toBe(
      'vertice.socket does not listen on 127.0.0.1 port 8090, so the service does, and listens on 127.0.0.1 port 8080, where nothing answers: run "vertice service install", then "systemctl restart vertice.socket"',
    )
    expect(socketMismatch(matching.slice(1), config)).toMatch(
      /^vertice\.socket does not listen on 127\.0\.0\.1 port 8080, so the service does: run/,
    )
    expect(socketMismatch([...matching, at(5, null, 0)], config)).toMatch(
      /^vertice\.socket listens on no TCP port, where nothing answers: run/,
    )
  })
})
