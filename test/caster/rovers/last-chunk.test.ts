// A chunked stream that the caster ends has a last chunk, so clients do not take it for broken; a broken one has none.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { ChunkedDecoder } from '@vertice/ntrip'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EndReason } from '../../../src/domain/sessions/session.ts'
import { Peer, TestCaster } from '../../support/caster.ts'
import { lacks } from '../../support/needs.ts'
import { STATIONS } from '../../support/service.ts'
import { flowingBase, rev2Request } from '../helpers.ts'

const { cdmx } = STATIONS
let caster: TestCaster

beforeAll(async () => {
  caster = await TestCaster.start({}, { chunked: true })
  await caster.service.saveStations(cdmx)
  await flowingBase(caster, cdmx)
})
afterAll(() => caster.stop())

/** The decoder's state when the connection was closed. */
async function bodyAfter(end: EndReason): Promise<ChunkedDecoder['state']> {
  const login = await caster.issue({ station_codigo: 'CDMX' })
  const peer = await Peer.open(caster.port, rev2Request(cdmx.mountpoint, login))
  await peer.until('1\r\n.\r\n')
  const { sessions } = caster.role.caster
  sessions.all.find(({ credentialId }) => credentialId === login.id)!.end(end)
  await peer.all()
  const decoder = new ChunkedDecoder()
  decoder.push(peer.received.subarray(peer.received.indexOf('\r\n\r\n') + 4))
  peer.close()
  return decoder.state
}

describe('the last chunk', () => {
  it.each(['expired', 'revoked', 'replaced', 'kicked', 'shutdown'] as const)(
    'is sent when a session is %s',
    async (why) => {
      expect(await bodyAfter(why)).toBe('ended')
    },
  )

  it.each(['too_slow', 'broken'] as const)('is omitted when a session is %s', async (why) => {
    expect(await bodyAfter(why)).toBe('open')
  })

  it.skipIf(lacks('the last chunk as curl sees it', 'curl'))('lets curl exit without an error', async () => {
    const login = await caster.issue({ station_codigo: 'CDMX' })
    const args = [
      '-sS',
      '-A',
      'NTRIP curl',
      '-H',
      'Ntrip-Version: Ntrip/2.0',
      '-u',
      `${login.username}:${login.password}`,
    ]
    const curl = spawn('curl', [...args, '-N', `http://127.0.0.1:${caster.port}/${cdmx.mountpoint}`])
    // Registered before the revocation, because curl may exit before the response to it is read.
    const exit = once(curl, 'exit')
    await once(curl.stdout, 'data')
    curl.stdout.resume()
    await caster.client.delete(`/credentials/${login.id}`)
    expect(await exit).toEqual([0, null])
  })
})
