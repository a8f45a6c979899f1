// Receives webhooks and verifies them with the public library `standardwebhooks`: node standard-webhooks.mjs
import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'

const LARGEST_BODY = 1_000_000

const secret = process.env.WEBHOOK_SECRET
if (!secret) throw new Error('set WEBHOOK_SECRET to the secret that POST /webhooks showed, whsec_ included')
const webhook = new Webhook(secret)

/** `null` if not from the service, or older than five minutes. */
function verify(body, headers) {
  try {
    return webhook.verify(body, headers)
  } catch {
    return null
  }
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
    const event = verify(Buffer.concat(parts), request.headers)
    if (!event) {
      response.writeHead(401).end()
      return
    }
    // Store the event under its id here (a unique key: an id that exists was received before), and process it later.
    console.log(`${event.type} ${event.id}`)
    response.writeHead(204).end()
  })
})

server.listen(Number(process.env.PORT ?? 8080), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}`)
})
