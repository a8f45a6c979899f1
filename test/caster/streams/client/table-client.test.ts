import { once } from 'node:events'
import net from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fetchTable } from '../../../../src/caster/streams/client/table-client.ts'
import { strLine } from '../../plain-caster.ts'

const HEAD = 'SOURCETABLE 200 OK\r\nContent-Type: text/plain\r\n\r\n'
const END = 'ENDSOURCETABLE\r\n'
const MOST_BYTES = 8 * 1024 * 1024

let server: net.Server
let said: string
const decoding = vi.spyOn(TextDecoder.prototype, 'decode')

beforeEach(async () => {
  server = net.createServer((socket) => socket.on('error', () => {}).once('data', () => socket.end(said)))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  decoding.mockClear()
})
afterEach(() => server.close())

const fetched = (text: string) => {
  said = text
  const { port } = server.address() as net.AddressInfo
  const from = { host: '127.0.0.1', port, tls: false, credentials: null }
  return fetchTable(from, { addressesOf: async () => [], mayReach: () => true })
}

/** The connection is closed after the answer is complete. */
const closed = () => new Promise((done) => setImmediate(() => setImmediate(done)))

describe('a sourcetable', () => {
  it('is decoded once, after its end', async () => {
    expect(await fetched(`${HEAD}${strLine('ALFA')}\r\n${END}`)).toMatchObject({ text: `${strLine('ALFA')}\r\n` })
    await closed()
    expect(decoding).toHaveBeenCalledTimes(1)
  })

  it('is not decoded at all if it is too long', async () => {
    const answer = await fetched(`${HEAD}${'x'.repeat(MOST_BYTES + 1)}`)
    expect(answer).toMatchObject({ trouble: { code: 'table_too_long' } })
    await closed()
    expect(decoding).not.toHaveBeenCalled()
  })
})
