// Writing directly to a socket's handle is equivalent to socket.write on this Node version.
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import tls from 'node:tls'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fastHandle, forgetFastWrite, learnFastWrite, writeTo } from '../../../src/caster/rovers/fast-write.ts'

let server: net.Server
let near: net.Socket
let far: net.Socket

beforeEach(async () => {
  await learnFastWrite()
  server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const accepting = once(server, 'connection') as Promise<[net.Socket]>
  far = net.connect((server.address() as net.AddressInfo).port, '127.0.0.1')
  far.on('error', () => {})
  ;[near] = await accepting
  near.on('error', () => {})
})
afterEach(async () => {
  near.destroy()
  far.destroy()
  server.close()
  await learnFastWrite()
})

async function receive(length: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let got = 0
  while (got < length) {
    const [data] = (await once(far, 'data')) as [Buffer]
    parts.push(data)
    got += data.length
  }
  return Buffer.concat(parts)
}

describe('fast writes', () => {
  it('are available on the current Node version', async () => {
    expect(await learnFastWrite()).toBe(true)
    expect(fastHandle(near)).not.toBeNull()
  })

  it('keep their order, among themselves and with ordinary writes', async () => {
    const handle = fastHandle(near)!
    let expected = ''
    for (let count = 0; count < 200; count++) {
      const text = `<${count}>`
      expected += text
      if (count % 3 === 0) near.write(text)
      else expect(writeTo(handle, Buffer.from(text))).toBe(0)
    }
    expect((await receive(expected.length)).toString()).toBe(expected)
  })

  it('queue what the kernel does not accept, return the queued size, and lose nothing to garbage collection', async () => {
    const handle = fastHandle(near)!
    far.pause()
    const parts: string[] = []
    let queued = 0
    // Copies, so that only the queue keeps the written bytes alive.
    while (queued < 3_000_000) {
      const part = randomBytes(30_000)
      parts.push(part.toString('latin1'))
      const now = writeTo(handle, Buffer.from(part))
      expect(now).toBeGreaterThanOrEqual(0)
      if (queued > 0) expect(now).toBe(queued + part.length)
      queued = now
      if (parts.length > 2_000) throw new Error('the kernel takes everything')
    }
    for (let count = 0; count < 200; count++) Buffer.alloc(1_000_000)
    const expected = Buffer.from(parts.join(''), 'latin1')
    const received = receive(expected.length)
    far.resume()
    expect((await received).equals(expected)).toBe(true)
    expect(writeTo(handle, Buffer.from('end'))).toBe(0)
    expect((await receive(3)).toString()).toBe('end')
  })

  it('are flushed before the connection ends', async () => {
    const handle = fastHandle(near)!
    far.pause()
    let sent = 0
    for (let queued = 0; queued === 0; sent += 100_000) queued = writeTo(handle, Buffer.alloc(100_000, 'x'))
    near.end()
    let got = 0
    far.on('data', (data) => {
      got += data.length
    })
    far.resume()
    await once(far, 'end')
    expect(got).toBe(sent)
  })

  it('return an error when the connection is broken', async () => {
    const handle = fastHandle(near)!
    const closed = new Promise((resolve) => near.on('close', resolve))
    far.resetAndDestroy()
    await closed
    expect(writeTo(handle, Buffer.from('x'))).toBeLessThan(0)
  })

  it('are not used for TLS, nor for any socket once they are disabled', async () => {
    forgetFastWrite()
    expect(fastHandle(near)).toBeNull()
    expect(await learnFastWrite()).toBe(true)
    expect(fastHandle(near)).not.toBeNull()
    const secured = new tls.TLSSocket(near)
    expect(fastHandle(secured)).toBeNull()
    secured.destroy()
  })

  it('never reuse a request on a socket that is full and drained at once, which would abort the process', async () => {
    const script = new URL('write-against-a-drain.ts', import.meta.url)
    const writer = fork(script, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
    let said = ''
    writer.stdout!.on('data', (text) => (said += text))
    const [code, signal] = await once(writer, 'exit')
    expect({ code, signal, said }).toEqual({ code: 0, signal: null, said: 'whole\n' })
  }, 30_000)
})
