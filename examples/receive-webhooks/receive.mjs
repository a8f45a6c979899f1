// Receives webhooks and verifies X-Service-Signature, with nothing but Node 20 or later: node receive.mjs
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const LARGEST_BODY = 1_000_000

const secret = process.env.WEBHOOK_SECRET
if (!secret) throw new Error('set WEBHOOK_SECRET to the secret that POST /webhooks showed, whsec_ included')

function isGenuine(body, signature) {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

const server = createServer((request, response) => {
  const parts = []
  let length = 0
  request.on('data', (part) => {
    parts.push(part)
    length += part.length
    if (length > LARGEST_BODY) request.destroy()
  })
  request.on('end', () => {
    const body = Buffer.concat(parts) // the raw bytes: parse them only after they were verified
    if (!isGenuine(body, String(request.headers['x-service-signature'] ?? ''))) {
      response.writeHead(401).end()
      return
    }
    const event = JSON.parse(body.toString('utf8'))
    // Here, store the event under its id (a unique key: one that is there already was seen before), and work on it later.
    console.log(`${event.type} ${event.id}`)
    response.writeHead(204).end()
  })
})

server.listen(Number(process.env.PORT ?? 8080), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}`)
})
