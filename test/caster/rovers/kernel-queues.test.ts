import { once } from 'node:events'
import net from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { KernelQueues, tcpTimeouts } from '../../../src/caster/rovers/kernel-queues.ts'

const open: { destroy(): void }[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.destroy()
})

async function connection(host: string, from: string) {
  const server = net.createServer().listen(0, host)
  await once(server, 'listening')
  const address = server.address() as net.AddressInfo
  const accepting = once(server, 'connection') as Promise<[net.Socket]>
  const far = net.connect(address.port, from)
  far.on('error', () => {})
  const [near] = await accepting
  near.on('error', () => {})
  open.push(near, far, { destroy: () => server.close() })
  const waiting = async () => (await KernelQueues.read([address]))!.bytesFor(near.remoteAddress!, near.remotePort!)
  return { near, far, waiting }
}

describe.skipIf(process.platform !== 'linux')('the kernel queues', () => {
  it.each([
    ['IPv4', '127.0.0.1', '127.0.0.1'],
    ['IPv6', '::1', '::1'],
    ['IPv4 at a socket for both', '::', '127.0.0.1'],
  ])('report for %s the bytes that the peer has not acknowledged', async (_, host, from) => {
    const { near, far, waiting } = await connection(host, from)
    expect(await waiting()).toBe(0)
    const before = tcpTimeouts()!
    far.pause()
    let sent = 0
    let stuck = 0
    // Bytes in transit also count as waiting for a moment.
    for (let seen = -1; stuck === 0 || stuck !== seen; seen = stuck, stuck = await waiting()) {
      if (sent < 12_000_000) near.write(Buffer.alloc(100_000))
      sent += 100_000
      await new Promise((resolve) => setTimeout(resolve, near.writableLength > 0 ? 50 : 1))
    }
    await expect.poll(tcpTimeouts).toBeGreaterThan(before)
    expect(stuck).toBeGreaterThan(0)
    expect(stuck).toBeLessThan(sent)
    far.resume()
    await expect.poll(waiting).toBe(0)
  })

  it('report nothing for a port without a listener', async () => {
    const queues = await KernelQueues.read([{ address: '127.0.0.1', family: 'IPv4', port: 1 }])
    expect(queues!.bytesFor('127.0.0.1', 2)).toBe(0)
  })
})
