// Both interfaces on the wire: the requests to the caster, and the webhooks that wake the bridge.
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { expect, it, onTestFinished } from 'vitest'
import { adminPages } from '../src/caster/admin.ts'
import { openPort } from '../src/webhook-port.ts'

/** Answers every request with `answer`, or never if `null`; returns the received requests. */
async function rawServer(answer: string | null) {
  const requests: string[] = []
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (data) => {
      requests.push(data.toString('latin1'))
      if (answer !== null) socket.end(answer)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { requests, host: `127.0.0.1:${(server.address() as AddressInfo).port}` }
}

it('asks the caster with header names in conventional capitals', async () => {
  const { requests, host } = await rawServer('HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\ndone')
  await adminPages(`http://chief:s%C3%A9same@${host}`).rehash()
  const login = Buffer.from('chief:sésame').toString('base64')
  expect(requests).toEqual([
    [
      'GET /admin?mode=rehash HTTP/1.1',
      `Host: ${host}`,
      `Authorization: Basic ${login}`,
      'User-Agent: Vertice',
      'Accept: text/html, text/plain',
      'Connection: close',
      '',
      '',
    ].join('\r\n'),
  ])
})

it.each([
  ['HTTP/1.0 401 Unauthorized\r\n\r\n', 'login'],
  ['HTTP/1.0 500 Oops\r\n\r\n', 'answer'],
  ['nonsense\r\n\r\n', 'unreachable'],
  [null, 'timeout'],
])('reports %j as %s', async (answer, code) => {
  const { host } = await rawServer(answer)
  const failure = adminPages(`http://chief:secret@${host}`, 500).listeners()
  await expect(failure).rejects.toMatchObject({ code, detail: expect.not.stringContaining('secret') })
})

const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`

it('is woken by a delivery with either signature, and by nothing else', async () => {
  let woken = 0
  let trouble: string | null = null
  const port = await openPort({
    ...{ host: '127.0.0.1', port: 0, secrets: [`whsec_${Buffer.alloc(24, 8).toString('base64')}`, SECRET] },
    wake: () => (woken += 1),
    trouble: () => trouble,
  })
  onTestFinished(() => void port.close())
  const url = `http://127.0.0.1:${(port.address() as AddressInfo).port}`
  const body = '{"type":"credential.issued"}'
  const post = async (headers: Record<string, string>, text = body) =>
    (await fetch(url, { method: 'POST', body: text, headers })).status
  const service = { 'x-service-signature': `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}` }
  const signed = (at: Date) => ({
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(SECRET).sign('evt_1', at, body),
  })
  expect(await post(service)).toBe(204)
  expect(await post(signed(new Date()))).toBe(204)
  expect(woken).toBe(2)
  expect(await post({})).toBe(401)
  expect(await post(service, `${body} `)).toBe(401)
  expect(await post({ 'x-service-signature': `sha256=${'0'.repeat(64)}` })).toBe(401)
  expect(await post(signed(new Date(Date.now() - 3_600_000)))).toBe(401)
  expect(await post(service, 'x'.repeat(2_000_000)).catch(() => 401)).toBe(401)
  expect(woken).toBe(2)
  expect((await fetch(url)).status).toBe(404)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  trouble = 'The caster is out of date'
  const behind = await fetch(`${url}/healthz`)
  expect([behind.status, await behind.text()]).toEqual([503, 'The caster is out of date\n'])
})
