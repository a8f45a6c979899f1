// Attacks of a tenant with a token or a console user.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack } from '../scene.ts'
import { asBrowser, ask, asToken, flood, steadily } from '../wire.ts'

const API = '/api/v1'
const CONSOLE = '/console/api'

export const uniqueItems: Attack = {
  name: 'unique-items',
  what: 'a 62 kB list of different things where each must be unique, from a reseller, as often as the limits allow',
  attack({ apiPort, attacker, scale }) {
    const events = Array.from({ length: 6_000 }, (_, turn) => ({ a: turn }))
    const body = JSON.stringify({ ownerId: attacker.ownerId, url: 'https://example.mx/', events }).slice(0, 62_000)
    const whole = `${body.slice(0, body.lastIndexOf(','))}]}`
    return flood({ count: 100_000, atOnce: 2, seconds: 20 * scale }, async () => {
      const question = { method: 'POST', path: `${CONSOLE}/webhooks`, headers: asBrowser(attacker.resellerCookie) }
      return (await ask(apiPort, { ...question, body: whole, from: '127.3.0.1' })).status
    })
  },
}

export const emptyBatches: Attack = {
  name: 'empty-batches',
  what: 'batches of 1 MB of {}, as many a minute as the rate limit lets in',
  attack({ apiPort, attacker, scale }) {
    const body = `{"credentials":[${Array(340_000).fill('{}').join(',')}]}`
    const headers = asToken(attacker.token)
    return steadily(20 * scale, 4, async () => {
      return (
        await ask(apiPort, { method: 'POST', path: `${API}/credentials/batch`, headers, body, from: '127.3.0.2' })
      ).status
    })
  },
}

/** As many as the console's limit per minute admits, for both attacks with files. */
const IMPORTS_A_SECOND = 1.4

export const wideCsv: Attack = {
  name: 'wide-csv',
  what: 'a file of stations with 60,000 columns, as often as the limits allow',
  attack({ apiPort, operator, scale }) {
    const body = `${Array.from({ length: 60_000 }, (_, turn) => `column${turn}`).join(',')}\n${'1,'.repeat(59_999)}1\n`
    const headers = asBrowser(operator.cookie, 'application/octet-stream')
    return steadily(20 * scale, IMPORTS_A_SECOND, async () => {
      return (await ask(apiPort, { method: 'POST', path: `${CONSOLE}/stations/import/preview`, headers, body })).status
    })
  },
}

export const unknownFields: Attack = {
  name: 'unknown-fields',
  what: 'a file of 4,500 stations with 60 unknown fields each, as often as the limits allow',
  attack({ apiPort, operator, scale }) {
    const unknown = Array.from({ length: 60 }, (_, turn) => `"${(36 + turn).toString(36)}":1`).join(',')
    const body = `[${Array(4_500).fill(`{${unknown}}`).join(',')}]`
    const headers = asBrowser(operator.cookie, 'application/octet-stream')
    return steadily(20 * scale, IMPORTS_A_SECOND, async () => {
      return (await ask(apiPort, { method: 'POST', path: `${CONSOLE}/stations/import/preview`, headers, body })).status
    })
  },
}

/** A webhook URL whose host name never resolves. */
const silentUrl = (turn: number) => `https://silent-${turn}-${Math.floor(Math.random() * 1e9)}.example.mx/hook`

export const silentWebhooks: Attack = {
  name: 'silent-webhooks',
  what: '15 webhooks whose names never resolve, and events for each of them',
  needsDns: true,
  async attack({ apiPort, attacker, scale }) {
    const headers = asToken(attacker.token)
    const post = (path: string, body: object) =>
      ask(apiPort, { method: 'POST', path: API + path, headers, body: JSON.stringify(body), from: '127.3.0.3' })
    const made = await flood({ count: 15, atOnce: 15, seconds: 20 }, async (turn) => {
      return (await post('/webhooks', { url: silentUrl(turn), eventos: 'credential.issued' })).status
    })
    await steadily(20 * scale, 2, async () => (await post('/credentials', { segundos: 3_600 })).status)
    return made
  },
}

export const slowNames: Attack = {
  name: 'slow-names',
  what: '40 callers of POST /webhooks with names that never resolve',
  needsDns: true,
  attack({ apiPort, attacker, scale }) {
    const headers = asToken(attacker.token)
    return flood({ count: 2_000 * scale, atOnce: 40, seconds: 20 * scale }, async (turn) => {
      const body = JSON.stringify({ url: silentUrl(turn), eventos: 'order.paid' })
      const from = `127.3.1.${1 + (turn % 40)}`
      return (await ask(apiPort, { method: 'POST', path: `${API}/webhooks`, headers, body, from })).status
    })
  },
}

const STRANGER = 'stranger@elsewhere.example'
const MAILS_TO_A_STRANGER = 20

export const mails: Attack = {
  name: 'mails',
  what: 'batches with 1,000 mails to a stranger each, one a second',
  attack({ apiPort, attacker, scale }) {
    const order = { segundos: 3_600, cliente_email: STRANGER, cliente_nombre: 'You have won!', enviar_email: true }
    const body = JSON.stringify({ credentials: Array(Math.ceil(1_000 * scale)).fill(order) })
    return steadily(20 * scale, 1, async () => {
      const headers = asToken(attacker.token)
      return (await ask(apiPort, { method: 'POST', path: `${API}/credentials/batch`, headers, body })).status
    })
  },
  async afterwards({ mailsTo, scene: { scale } }) {
    await sleep(15_000 * scale)
    const sent = mailsTo(STRANGER)
    return sent <= MAILS_TO_A_STRANGER ? null : `${sent} mails to a stranger`
  },
}
