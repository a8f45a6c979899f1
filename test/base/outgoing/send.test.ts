// Delivery attempts to real receivers on loopback, well-behaved and not, and to addresses that must never be reached.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createServer as createTcpServer, type Server as TcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSender } from '../../../src/base/outgoing/send.ts'
import type { Sender } from '../../../src/base/outgoing/sender.ts'
import { measuresTime } from '../../support/loop-watch.ts'

const LOCAL = ['127.0.0.0/8', '::1/128']
let sender: Sender
let strict: Sender
let receiver: Server
let url: string
const received: { headers: Record<string, unknown>; body: string }[] = []
let connections = 0

beforeAll(async () => {
  sender = openSender(LOCAL, 700)
  strict = openSender([], 700)
  receiver = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      if (request.url === '/never') return
      if (request.url === '/reset') return void request.socket.resetAndDestroy()
      if (request.url === '/redirect') return void response.writeHead(302, { location: '/ok' }).end()
      if (request.url === '/later') return void response.writeHead(503, { 'retry-after': '120' }).end('busy')
      if (request.url === '/huge') {
        response.writeHead(200)
        const megabyte = Buffer.alloc(1_000_000, 'x')
        let sent = 0
        const more = () => {
          while (sent++ < 100) if (!response.write(megabyte)) return void response.once('drain', more)
          response.end()
        }
        return more()
      }
      if (request.url === '/drip') {
        response.writeHead(200)
        const timer = setInterval(() => response.write('.'), 50)
        response.on('close', () => clearInterval(timer))
        return
      }
      response.end('thanks')
    })
  })
  receiver.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
})
afterAll(async () => {
  await sender.close()
  await strict.close()
  receiver.closeAllConnections()
  await new Promise((resolve) => receiver.close(resolve))
})

const send = (path: string, by = sender) => by.send(url + path, '{"ñ":1}', { 'webhook-id': 'evt_1' })

describe('an attempt', () => {
  it('sends the bytes unchanged with their headers, and keeps the response', async () => {
    const attempt = await send('/ok')
    expect(attempt).toMatchObject({ status: 200, error: null, response: 'thanks' })
    expect(received.at(-1)).toMatchObject({
      body: '{"ñ":1}',
      headers: { 'content-type': 'application/json', 'webhook-id': 'evt_1' },
    })
  })

  it('follows no redirect', async () => {
    const before = received.length
    expect(await send('/redirect')).toMatchObject({ status: 302 })
    expect(received.length).toBe(before + 1)
  })

  it('returns Retry-After', async () => {
    expect(await send('/later')).toMatchObject({ status: 503, retryAfter: '120', response: 'busy' })
  })

  it('reports why there was no response', async () => {
    expect(await send('/never')).toMatchObject({ status: null, error: { code: 'no_answer', params: { seconds: 0.7 } } })
    expect(await send('/reset')).toMatchObject({
      status: null,
      error: { code: 'closed_early' },
    })
    expect(await sender.send('http://127.0.0.1:1/', '{}', {})).toMatchObject({ error: { code: 'refused' } })
    const plain = await sender.send(url.replace('http:', 'https:'), '{}', {})
    expect(plain).toMatchObject({ status: null, error: { code: 'no_tls', params: { code: expect.any(String) } } })
  })

  it('distinguishes a TLS server that ends the handshake from a server without TLS', async () => {
    const handshakeFailure = Buffer.from('15030300020228', 'hex') // RFC 5246, 7.2
    const picky = createTcpServer((socket) => socket.once('data', () => socket.end(handshakeFailure)))
    await new Promise<void>((resolve) => picky.listen(0, '127.0.0.1', resolve))
    const { error } = await sender.send(`https://127.0.0.1:${(picky.address() as AddressInfo).port}/`, '{}', {})
    expect(error).toEqual({ code: 'said', params: { said: expect.stringMatching(/^[^:]*alert handshake failure$/) } })
    picky.close()
  })

  it('rejects an untrusted certificate', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vertice-tls-'))
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
    const options = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
    execFileSync('openssl', ['req', ...options, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' })
    let requests = 0
    const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, response) => {
      requests += 1
      response.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const attempt = await sender.send(`https://127.0.0.1:${(server.address() as AddressInfo).port}/`, '{}', {})
    expect(attempt).toMatchObject({ status: null, error: { code: 'certificate' } })
    expect(requests).toBe(0)
    server.close()
    rmSync(folder, { recursive: true })
  })

  it('reads a kilobyte of a hundred megabytes, and times out on a slow response', measuresTime(), async () => {
    const huge = await send('/huge')
    expect(huge.status).toBe(200)
    expect(huge.response).toHaveLength(1024)
    const drip = await send('/drip')
    expect(drip.error?.code).toBe('no_answer')
    expect(drip.durationMs).toBeLessThan(5000)
  })
})

describe('the address guard', () => {
  const port = () => (receiver.address() as AddressInfo).port
  const hosts = [
    ...[
      '127.0.0.1',
      '127.1',
      '127.0.1',
      '2130706433',
      '0x7f000001',
      '0x7f.1',
      '0177.0.0.1',
      '127.255.255.254',
      '0.0.0.0',
      '0',
      '0.1.2.3',
    ],
    ...[
      '10.0.0.1',
      '10.255.255.255',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.0.1',
      '169.254.169.254',
      '100.64.0.1',
      '192.0.0.1',
      '192.0.2.1',
    ],
    ...['198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
    ...[
      '[::1]',
      '[::]',
      '[::127.0.0.1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[::ffff:10.0.0.1]',
      '[::ffff:0:127.0.0.1]',
      '[64:ff9b::7f00:1]',
    ],
    ...[
      '[2002:7f00:1::]',
      '[2001:0:7f00:1::1]',
      '[fe80::1]',
      '[fc00::1]',
      '[fd12:3456::1]',
      '[ff02::1]',
      '[2001:db8::1]',
      '[100::1]',
      '[fec0::1]',
    ],
    ...['localhost', 'localhost.', 'LOCALHOST', 'app.localhost'],
  ]

  it(`connects to none of ${hosts.length} hostile hosts, over http or https`, async () => {
    expect(hosts.length).toBeGreaterThanOrEqual(40)
    const before = connections
    const attempts = await Promise.all(
      hosts.flatMap((host) =>
        ['http', 'https'].map((scheme) => strict.send(`${scheme}://${host}:${port()}/`, '{}', {})),
      ),
    )
    expect(attempts.filter(({ status }) => status !== null)).toEqual([])
    const reasons = new Set<string>(attempts.map(({ error }) => error!.code))
    expect([...reasons].sort()).toEqual(['forbidden_address', 'unresolved'].filter((reason) => reasons.has(reason)))
    expect(reasons).toContain('forbidden_address')
    expect(connections).toBe(before)
  })

  it('allows plain http only to addresses that the operator allowed', async () => {
    expect(await strict.send('http://93.184.216.34/', '{}', {})).toMatchObject({
      error: { code: 'forbidden_address', params: { address: '93.184.216.34' } },
    })
    expect(await sender.send('ftp://127.0.0.1/', '{}', {})).toMatchObject({ error: { code: 'not_http' } })
  })

  it('does not delay another receiver when one accepts and never responds', async () => {
    const silent: TcpServer = createTcpServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const stuck = sender.send(`http://127.0.0.1:${(silent.address() as AddressInfo).port}/`, '{}', {})
    expect((await send('/ok')).status).toBe(200)
    expect((await stuck).error?.code).toBe('no_answer')
    silent.close()
  })
})
