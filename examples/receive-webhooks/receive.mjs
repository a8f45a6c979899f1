// Receives webhooks and verifies X-Service-Signature, without dependencies, on Node 20 or later: node receive.mjs
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
    const body = Buffer.concat(parts) // the raw bytes: parse them only after verification
    if (!isGenuine(body, String(request.headers['x-service-signature'] ?? ''))) {
      response.writeHead(401).end()
      return
    }
    const event = JSON.parse(body.toString('utf8'))
    // Store the event under its id here (a unique key: an id that exists was received before), and process it later.
    console.log(`${event.type} ${event.id}`)
    response.writeHead(204).end()
  })
})

server.listen(Number(process.env.PORT ?? 8080), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}`)
})
