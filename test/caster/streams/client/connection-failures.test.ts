import { once } from 'node:events'
import net from 'node:net'
import tls from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import { lossOf } from '../../../../src/caster/streams/client/guarded-connection.ts'
import { fetchTable } from '../../../../src/caster/streams/client/table-client.ts'
import { selfSigned } from '../../../support/certificate.ts'

const HERE = '127.0.0.1'
const servers: net.Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function listening(server: net.Server): Promise<number> {
  servers.push(server)
  await once(server.listen(0, HERE), 'listening')
  return (server.address() as net.AddressInfo).port
}

async function troubleAt(port: number, { secure = false, host = HERE } = {}) {
  const addressesOf = async (name: string) => {
    if (name !== 'caster.example') throw new Error('nobody knows it')
    return [{ address: HERE, family: 4 } as const]
  }
  const answer = await fetchTable({ host, port, tls: secure, credentials: null }, { addressesOf, mayReach: () => true })
  return 'trouble' in answer ? answer.trouble : null
}

describe('an upstream caster that cannot be reached', () => {
  it('is reported as refusing the connection', async () => {
    const server = net.createServer()
    const port = await listening(server)
    await new Promise((closed) => server.close(closed))
    expect(await troubleAt(port)).toEqual({ code: 'nobody_listens', params: { host: HERE, port } })
    const named = await troubleAt(port, { host: 'caster.example' })
    expect(named).toEqual({ code: 'nobody_listens', params: { host: 'caster.example', port } })
  })

  it('is reported as having an unknown host name', async () => {
    const host = 'gone.example'
    expect(await troubleAt(2101, { host })).toEqual({ code: 'unknown_host', params: { host } })
  })

  it('is reported as not speaking TLS', async () => {
    const port = await listening(net.createServer((socket) => socket.end('ICY 200 OK\r\n\r\n')))
    expect(await troubleAt(port, { secure: true })).toEqual({ code: 'no_tls', params: { host: HERE, port } })
  })

  it('is reported as speaking an incompatible version of TLS', async () => {
    const handshakeFailure = Buffer.from('15030300020228', 'hex') // RFC 5246, 7.2
    const port = await listening(net.createServer((socket) => socket.once('data', () => socket.end(handshakeFailure))))
    const trouble = await troubleAt(port, { secure: true })
    expect(trouble).toEqual({ code: 'said', params: { said: expect.stringMatching(/^[^:]*alert handshake failure$/) } })
    const asOlderNodeTellsIt = Object.assign(
      new Error('write EPROTO 00:error:0A000410:SSL routines:ssl3_read_bytes:sslv3 alert handshake failure:x.c:1:'),
      { code: 'EPROTO' },
    )
    expect(lossOf(asOlderNodeTellsIt, { host: HERE, port })).toMatchObject({ code: 'said' })
  })

  it('is reported as having an untrusted certificate', async () => {
    const port = await listening(tls.createServer(selfSigned()))
    const trouble = await troubleAt(port, { secure: true })
    expect(trouble).toEqual({ code: 'certificate', params: { said: 'self-signed certificate' } })
  })
})
