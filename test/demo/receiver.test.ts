import { createHmac } from 'node:crypto'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openReceiver } from '../../src/demo/receiver.ts'

it('accepts events with a valid signature, and prints the first at once and later ones together, once a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const lines: string[] = []
  const receiver = await openReceiver((line) => lines.push(line))
  onTestFinished(() => receiver.close())
  receiver.trust('secret')
  const send = async (type: string, secret = 'secret') => {
    const body = JSON.stringify({ type })
    const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
    const headers = { 'x-service-signature': signature }
    return (await fetch(receiver.url, { method: 'POST', body, headers })).status
  }

  expect((await fetch(receiver.brokenUrl, { method: 'POST', body: '{}' })).status).toBe(503)
  expect(lines).toEqual([])
  expect(await send('station.offline')).toBe(204)
  expect(lines).toEqual(['webhooks received so far: 1 station.offline, every signature verified'])
  expect(await send('credential.issued')).toBe(204)
  expect(await send('credential.issued', 'another')).toBe(401)
  expect(lines).toHaveLength(1)
  vi.advanceTimersByTime(60_000)
  expect(lines.slice(1)).toEqual([
    'webhooks received so far: 1 credential.issued, 1 station.offline, their signature verified; 1 badly signed',
  ])
})
