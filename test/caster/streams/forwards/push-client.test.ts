// The bytes that a receiving caster gets, and what becomes of its replies.
import net from 'node:net'
import { ChunkedDecoder } from '@vertice/ntrip'
import { frame } from '@vertice/rtcm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Push, PushClient } from '../../../../src/caster/streams/forwards/push-client.ts'
import { type NtripRevision, parseForwardAddress } from '../../../../src/domain/network/forward.ts'
import type { StreamLoss } from '../../../../src/domain/network/source-address.ts'
import { lastingPort } from '../../../support/ports.ts'
import { REPLIES, ReceivingCaster } from '../../receiving-caster.ts'

const WAIT = { interval: 5, timeout: 30_000 }
const FRAMES = Buffer.concat([frame(Buffer.from('one')), frame(Buffer.from('two'))])

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

async function receiver(reply: string, options?: { secure: boolean }): Promise<ReceivingCaster> {
  const caster = await ReceivingCaster.start(reply, options)
  stops.push(() => caster.stop())
  return caster
}

function push(url: string, revision: NtripRevision, mayReach = true) {
  const losses: StreamLoss[] = []
  let accepted = 0
  const client = new PushClient(
    { to: parseForwardAddress(url) as Push['to'], revision },
    { mayReach: () => mayReach, addressesOf: async () => [{ address: '127.0.0.1', family: 4 }] },
    {
      accepted() {
        accepted += 1
      },
      lost: (why) => losses.push(why),
    },
  )
  stops.push(() => client.close())
  return { client, losses, isAccepted: () => vi.waitUntil(() => accepted > 0, WAIT) }
}

const lossOf = async ({ losses }: ReturnType<typeof push>) => {
  await vi.waitUntil(() => losses.length > 0, WAIT)
  return losses[0]!
}

describe('a push over NTRIP 1', () => {
  it.each(['icy', 'ok'] as const)('sends SOURCE, and the frames once the caster replied (%s)', async (reply) => {
    const caster = await receiver(REPLIES[reply])
    const { client, isAccepted } = push(caster.url(':pass%20word@'), 1)
    expect(client.send(FRAMES)).toBe(0)
    await isAccepted()
    expect(client.send(FRAMES)).toBe(FRAMES.length)
    await vi.waitUntil(() => caster.pushes[0]!.body.length >= FRAMES.length, WAIT)
    expect(caster.pushes[0]!.head).toBe('SOURCE pass word /IN\r\nSource-Agent: NTRIP Vertice/1\r\n\r\n')
    expect(caster.pushes[0]!.body.equals(FRAMES)).toBe(true)
  })

  it.each([
    ['badPassword', 'credentials', 'ERROR - Bad Password'],
    ['taken', 'taken', 'ERROR - Mount Point Taken or Invalid'],
  ] as const)('reports that the caster rejected it (%s)', async (reply, reason, said) => {
    const caster = await receiver(REPLIES[reply])
    expect(await lossOf(push(caster.url(), 1))).toEqual({ code: 'refused', params: { reason, said } })
  })
})

describe('a push over NTRIP 2', () => {
  it('sends POST, and the frames in chunks, also over TLS', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    stops.push(() => vi.unstubAllEnvs())
    for (const [scheme, secure] of [
      ['ntrip', false],
      ['ntrips', true],
    ] as const) {
      const caster = await receiver(REPLIES.accepted, { secure })
      const { client, isAccepted } = push(caster.url('user:secret@', scheme), 2)
      await isAccepted()
      client.send(FRAMES)
      client.close()
      await vi.waitUntil(() => caster.open.length === 0, WAIT)
      const { head, body } = caster.pushes[0]!
      expect(head).toBe(
        [
          'POST /IN HTTP/1.1',
          `Host: 127.0.0.1:${caster.port}`,
          'Ntrip-Version: Ntrip/2.0',
          'User-Agent: NTRIP Vertice/1',
          `Authorization: Basic ${Buffer.from('user:secret').toString('base64')}`,
          'Content-Type: gnss/data',
          'Transfer-Encoding: chunked',
          'Connection: close',
          '\r\n',
        ].join('\r\n'),
      )
      const decoder = new ChunkedDecoder()
      expect(Buffer.concat(decoder.push(body)).equals(FRAMES)).toBe(true)
      expect(decoder.state).toBe('ended')
    }
  })

  it.each([
    ['unauthorized', 'credentials', 'HTTP/1.1 401 Unauthorized'],
    ['conflict', 'taken', 'HTTP/1.1 409 Conflict'],
  ] as const)('reports that the caster rejected it (%s)', async (reply, reason, said) => {
    const caster = await receiver(REPLIES[reply])
    expect(await lossOf(push(caster.url('user:wrong@'), 2))).toEqual({ code: 'refused', params: { reason, said } })
  })

  it('does not send to a server whose certificate is not trusted', async () => {
    const caster = await receiver(REPLIES.accepted, { secure: true })
    expect((await lossOf(push(caster.url('user:secret@', 'ntrips'), 2))).code).toBe('certificate')
    expect(caster.pushes).toEqual([])
  })
})

describe('a push without NTRIP', () => {
  it.each([1, 2] as const)('sends the frames alone, and ignores what the receiver sends (%i)', async (revision) => {
    const received: Buffer[][] = []
    const server = net.createServer((socket) => {
      const pieces: Buffer[] = []
      received.push(pieces)
      socket.on('data', (bytes: Buffer) => void pieces.push(bytes))
      socket.on('error', () => {})
      socket.write('$GPGGA,radio\r\n')
      if (received.length === 1) socket.once('data', () => setImmediate(() => socket.destroy()))
    })
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    stops.push(() => server.close())
    const { port } = server.address() as net.AddressInfo
    const { client, losses, isAccepted } = push(`tcp://127.0.0.1:${port}`, revision)
    expect(client.send(FRAMES)).toBe(0)
    await isAccepted()
    expect(client.send(FRAMES)).toBe(FRAMES.length)
    await vi.waitUntil(() => losses.length === 1, WAIT)
    await vi.waitUntil(() => received.length === 2 && client.send(FRAMES) > 0, WAIT)
    client.close()
    await vi.waitUntil(() => Buffer.concat(received[1]!).length >= FRAMES.length, WAIT)
    for (const pieces of received) expect(Buffer.concat(pieces).equals(FRAMES)).toBe(true)
  })

  it('does not reach an address that the operator does not allow', async () => {
    const lost = push('tcp://127.0.0.1:5017', 1, false)
    expect(await lossOf(lost)).toEqual({ code: 'forbidden_address', params: { address: '127.0.0.1' } })
  })
})

describe('a push that does not reach its caster', () => {
  it('reports that nothing listens', async () => {
    const port = await lastingPort()
    const lost = push(`ntrip://127.0.0.1:${port}/IN`, 1)
    expect(await lossOf(lost)).toEqual({ code: 'nobody_listens', params: { host: '127.0.0.1', port } })
  })

  it('reports an address that the operator does not allow, and does not connect', async () => {
    const caster = await receiver(REPLIES.icy)
    const lost = push(caster.url(), 1, false)
    expect(await lossOf(lost)).toEqual({ code: 'forbidden_address', params: { address: '127.0.0.1' } })
    expect(caster.pushes).toEqual([])
  })

  it('reports a server that does not speak NTRIP', async () => {
    const server = net.createServer((socket) => void socket.end('220 mail.example ESMTP\r\n'))
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    stops.push(() => server.close())
    const { port } = server.address() as net.AddressInfo
    expect(await lossOf(push(`ntrip://127.0.0.1:${port}/IN`, 1))).toMatchObject({ params: { reason: 'not_ntrip' } })
  })
})

describe('a caster that stops reading', () => {
  it('is disconnected when 256 KiB wait, and connected again', async () => {
    const caster = await receiver(REPLIES.icy)
    caster.hangs = true
    const pushed = push(caster.url(), 1)
    await pushed.isAccepted()
    const data = Buffer.alloc(64 * 1024)
    // Bytes of the kernel's buffers count too, so this needs a few megabytes.
    for (let sent = 0; pushed.losses.length === 0 && sent < 1_000; sent++) {
      pushed.client.send(data)
      await new Promise(setImmediate)
    }
    expect(await lossOf(pushed)).toEqual({ code: 'stalled', params: {} })
    caster.hangs = false
    await vi.waitUntil(() => caster.pushes.length === 2, WAIT)
  })
})
