import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { signatureHeaders, signerOf } from '../../../src/outbound/webhooks/sign.ts'

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const OTHER = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
const event = {
  id: 'evt_01KA2M4T8Z9Q3V5X7Y1W2R6BCD',
  body: '{"id":"evt_1","data":{"credential":{"cliente_nombre":"María Peña 🛰️"}}}',
}
const headers = () => signatureHeaders([signerOf(SECRET)], event, new Date())

describe('X-Service-Signature', () => {
  it('is sha256= and the lower-case hex HMAC of the body, keyed with the whole secret, as node:crypto computes it', () => {
    expect(headers()['x-service-signature']).toBe(
      `sha256=${createHmac('sha256', SECRET).update(event.body).digest('hex')}`,
    )
  })

  it('matches openssl', () => {
    const out = execFileSync('openssl', ['dgst', '-sha256', '-hmac', SECRET], { input: event.body, encoding: 'utf8' })
    expect(headers()['x-service-signature']).toBe(`sha256=${out.trim().split(' ').pop()}`)
  })

  it('matches Python', () => {
    const script = 'import hmac,sys;print(hmac.new(sys.argv[1].encode(),sys.stdin.buffer.read(),"sha256").hexdigest())'
    const out = execFileSync('python3', ['-c', script, SECRET], { input: event.body, encoding: 'utf8' })
    expect(headers()['x-service-signature']).toBe(`sha256=${out.trim()}`)
  })
})

describe('Standard Webhooks', () => {
  // svix's library delegates verification to this one.
  it('is verified by its own library, which rejects a wrong secret or another body', () => {
    const sent = headers()
    expect(new Webhook(SECRET).verify(event.body, sent)).toMatchObject({ id: 'evt_1' })
    expect(() => new Webhook(OTHER).verify(event.body, sent)).toThrow()
    expect(() => new Webhook(SECRET).verify(`${event.body} `, sent)).toThrow()
  })

  it('verifies with both secrets while one is being replaced', () => {
    const sent = signatureHeaders([signerOf(OTHER), signerOf(SECRET)], event, new Date())
    for (const secret of [SECRET, OTHER])
      expect(new Webhook(secret).verify(event.body, sent)).toMatchObject({ id: 'evt_1' })
  })
})
