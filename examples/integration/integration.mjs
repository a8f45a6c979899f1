// Fifty credentials from issue to end, with their webhooks: node integration.mjs
import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Vertice, verifyWebhook } from '@vertice/client'

const { VERTICE_URL, VERTICE_TOKEN, RECEIVER_URL, PORT = '0' } = process.env
const MONTH = 30 * 86_400
const client = new Vertice({ baseUrl: VERTICE_URL, token: VERTICE_TOKEN })

let secret = ''
const events = new Map() // by id: a delivery that arrives twice is the same event
const receiver = createServer(async (request, response) => {
  try {
    const event = await verifyWebhook(Buffer.concat(await request.toArray()), request.headers, secret)
    events.set(event.id, event)
    response.writeHead(204).end()
  } catch {
    response.writeHead(401).end() // the service retries later
  }
}).listen(Number(PORT), '127.0.0.1')
await once(receiver, 'listening')
const url = RECEIVER_URL ?? `http://127.0.0.1:${receiver.address().port}/`
const created = await client.webhooks.create({ url, eventos: 'credential.issued,credential.revoked' })
secret = created.secret

const label = `Integration ${Date.now()}`
const wanted = Array.from({ length: 50 }, (_, index) => ({ segundos: MONTH, label: `${label}, ${index + 1}` }))
const issued = await Promise.all(wanted.map((body) => client.credentials.issue(body)))

const ours = []
for await (const credential of client.credentials.all({ estado: 'activa', limit: 20 }))
  if (credential.label?.startsWith(label)) ours.push(credential)

const renewed = await Promise.all(ours.map(({ id }) => client.credentials.renew(id, { segundos: MONTH })))
const revoked = await Promise.all(ours.map(({ id }) => client.credentials.revoke(id)))

while (events.size < issued.length + revoked.length) await sleep(50)
await client.webhooks.deactivate(created.webhook.id)
receiver.close()
const counts = { issued, found: ours, renewed, revoked, events: [...events.values()] }
for (const [name, list] of Object.entries(counts)) console.log(`${name}: ${list.length}`)
