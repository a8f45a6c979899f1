// Attacks of a stranger on the web port, or of a customer with a link.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack } from '../scene.ts'
import { anyAddress, asBrowser, ask, flood, random, steadily } from '../wire.ts'

export const pdf: Attack = {
  name: 'pdf',
  what: 'one link to a PDF up to 60,000 times in 40 s, 500 at once, half of them hung up on',
  attack: ({ apiPort, customerPdf, scale }) =>
    flood({ count: 60_000 * scale, atOnce: 500, seconds: 40 * scale }, async (turn) => {
      const path = `${customerPdf}?paper=${turn % 2 ? 'a4' : 'letter'}`
      const hangUp = turn % 2 ? { hangUpMs: 100 + Math.random() * 800 } : {}
      return (await ask(apiPort, { path, from: anyAddress(), ...hangUp })).status
    }),
}

export const signIns: Attack = {
  name: 'sign-ins',
  what: '40 sign-ins a second from ever new addresses, while somebody signs in from a known browser',
  attack: ({ apiPort, operator, scale }) =>
    steadily(20 * scale, 40, async (turn) => {
      const email = turn % 2 ? operator.email : `${random(8)}@example.mx`
      const body = JSON.stringify({ email, password: `${random(12)}-${random(4)}` })
      const question = { method: 'POST', path: '/console/api/login', headers: asBrowser(''), body }
      return (await ask(apiPort, { ...question, from: anyAddress() })).status
    }),
  async meanwhile({ scene: { apiPort, operator, scale } }) {
    await sleep(10_000 * scale)
    const { deviceCookie, email, password } = operator
    const body = JSON.stringify({ email, password })
    const question = { method: 'POST', path: '/console/api/login', headers: asBrowser(deviceCookie), body }
    const { status, ms } = await ask(apiPort, { ...question, from: '127.0.2.2' })
    if (status !== 200) return `a known browser's sign-in was answered ${status}`
    return ms < 5_000 ? null : `a known browser's sign-in took ${Math.round(ms)} ms`
  },
}

export const notices: Attack = {
  name: 'notices',
  what: 'payment notices with garbage for a signature, up to 40,000 in 20 s',
  attack: ({ apiPort, scale }) =>
    flood({ count: 40_000 * scale, atOnce: 20, seconds: 20 * scale }, async (turn) => {
      const signature = ['t=1,v1=', 't=,v1=,v1=', `t=${Date.now()},v1=${random(64)}`, ',,,=', 'v1=x'][turn % 5]!
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
      return (await ask(apiPort, { method: 'POST', path: '/payments/stripe', headers, body: '{}' })).status
    }),
  async afterwards(_, outcomes) {
    const wrong = Object.keys(outcomes).filter((status) => !/^4\d\d$/.test(status))
    return wrong.length === 0 ? null : `answered ${wrong.join(', ')}`
  },
}
