// The floors: the minimum that a program on the same stack has to do. Each runs in a process of its own.
import { createServer } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net'
import fastify from 'fastify'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { fastHandle, type Handle, learnFastWrite, writeTo } from '../../src/caster/rovers/fast-write.ts'

const [kind, ...args] = process.argv.slice(2)

/** A bare Fastify route that returns a constant of this many bytes. */
async function constant(bytes: number): Promise<void> {
  const app = fastify()
  const body = Buffer.from(JSON.stringify({ ok: true, filler: 'x'.repeat(Math.max(0, bytes - 24)) }))
  app.get('/constant', (_, reply) => reply.type('application/json; charset=utf-8').send(body))
  const address = await app.listen({ host: '127.0.0.1', port: 0, backlog: 4096 })
  console.log(new URL(address).port)
}

/** Bare Fastify routes that read credential rows with plain `pg` and return them unchanged. */
async function rows(host: string): Promise<void> {
  const pool = new pg.Pool({ host, user: 'vertice', database: 'vertice', max: 20 })
  const columns = `id, owner_id, station_id, username, label, customer_name, customer_email, reference, metadata,
    issued_at, starts_at, expires_at, revoked_at, suspended_at, max_sessions, encode(secret, 'base64') as secret`
  const one = { name: 'one', text: `select ${columns} from credentials where id = $1` }
  const newest = {
    name: 'newest',
    text: `select ${columns} from credentials where owner_id = $1 order by id desc limit 100`,
  }
  const app = fastify()
  app.get<{ Params: { id: string } }>('/one/:id', async ({ params }) => {
    const found = await pool.query({ ...one, values: [params.id] })
    return { ok: true, credential: found.rows[0] }
  })
  app.get<{ Params: { owner: string } }>('/newest/:owner', async ({ params }) => {
    const found = await pool.query({ ...newest, values: [params.owner] })
    return { ok: true, credentials: found.rows }
  })
  console.log(new URL(await app.listen({ host: '127.0.0.1', port: 0, backlog: 4096 })).port)
}

/** Concurrent callers that each insert a prepared row with plain `pg`, one commit each; prints rows per second. */
async function inserts(host: string, callers: number, seconds: number): Promise<void> {
  const pool = new pg.Pool({ host, user: 'vertice', database: 'vertice', max: 20 })
  const text = `with c as (
      insert into credentials (id, owner_id, token_id, station_id, username, secret, label, customer_name, customer_email, issued_at, starts_at, expires_at)
      values (nextval('credentials_id_seq'), 1, 1, 1, $1, $2, $3, $4, $5, $6, $6, $7) returning id)
    insert into events (id, owner_id, type, credential_id, created_at, body) select $8, 1, 'credential.issued', id, $6, $9 from c`
  const secret = Buffer.alloc(100, 1)
  const body = 'x'.repeat(620)
  const end = performance.now() + 500 + seconds * 1000
  let rows = 0
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (let now = performance.now(); now < end; now = performance.now()) {
        const at = new Date()
        const name = `floor-${Math.random()}`
        const values = [
          name,
          secret,
          'Obra norte',
          'María Peña',
          'maria@example.mx',
          at,
          new Date(at.getTime() + 3_600_000),
          `evt_${name}`,
          body,
        ]
        await pool.query({ name: 'floor', text, values })
        if (performance.now() > end - seconds * 1000) rows += 1
      }
    }),
  )
  console.log(rows / seconds)
  await pool.end()
}

/** Accepts anything sent to an OpenTelemetry collector. */
function collector(): void {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end())
  })
  server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
}

/** Receives webhooks; counts them and measures their latency. */
async function receiver(): Promise<void> {
  let state = { count: 0, first: 0, last: 0, latencies: [] as number[] }
  const server = createServer((request, response) => {
    if (request.url === '/state') return void response.end(JSON.stringify(state))
    if (request.url === '/reset') {
      state = { count: 0, first: 0, last: 0, latencies: [] }
      return void response.end()
    }
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      const now = Date.now()
      state.count += 1
      state.first ||= now
      state.last = now
      const [, at] = /"timestamp":"([^"]+)"/.exec(body) ?? []
      if (at) state.latencies.push(now - Date.parse(at))
      response.writeHead(204).end()
    })
  })
  server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
}

/** Receives mails; counts them and their recipients. The port that it prints serves the counters. */
function mailbox(): void {
  let state = { count: 0, first: 0, last: 0 }
  let recipients = new Set<string>()
  const smtp = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'], // same machine, and a publicly known certificate
    onData(stream, { envelope }, done) {
      stream.resume()
      stream.on('end', () => {
        const now = Date.now()
        state = { count: state.count + 1, first: state.first || now, last: now }
        for (const { address } of envelope.rcptTo) recipients.add(address)
        done()
      })
    },
  })
  smtp.on('error', () => {})
  smtp.listen(0, '127.0.0.1', () => {
    const smtpPort = (smtp.server.address() as AddressInfo).port
    const server = createServer((request, response) => {
      if (request.url === '/reset') {
        state = { count: 0, first: 0, last: 0 }
        recipients = new Set()
      }
      response.end(JSON.stringify({ ...state, smtpPort, recipients: recipients.size }))
    })
    server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
  })
}

/** Accepts connections and never responds. */
function silent(): void {
  const server = createServer(() => {})
  server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
}

/** Wakes about 14 times and asks PostgreSQL 3.5 times a second, as each process of an idle service does. */
function atRest(socketFolder: string): void {
  const pool = new pg.Pool({ host: socketFolder, user: 'vertice', database: 'vertice', max: 1 })
  const ask = () => pool.query({ name: 'now', text: 'select id from tokens where id = $1', values: [1] })
  setInterval(() => {}, 250)
  setInterval(() => void ask(), 286)
  ask().then(() => console.log(0))
}

type Questions = () => Promise<unknown>

/** Two prepared statements of one row each: as many as the caster needs to admit a rover. */
function questionsTo(socketFolder: string): Questions {
  const pool = new pg.Pool({ host: socketFolder, user: 'vertice', database: 'vertice', max: 4 })
  const ask = (name: string) => pool.query({ name, text: 'select id from tokens where id = $1', values: [1] })
  return () => ask('first').then(() => ask('second'))
}

/** A minimal caster without checks: forwards each SOURCE to all clients of GET, straight through their handles. */
async function fanout(questions?: Questions): Promise<void> {
  if (!(await learnFastWrite())) throw new Error('this Node allows no fast writes')
  const rooms = new Map<string, Handle[]>()
  const server = createTcpServer((socket) => {
    socket.setNoDelay(true)
    socket.on('error', () => {})
    socket.once('data', async (head) => {
      const [method, first = '', second = ''] = head.toString('latin1', 0, head.indexOf(13)).split(' ')
      const name = method === 'SOURCE' ? second : first
      const room = rooms.get(name) ?? []
      rooms.set(name, room)
      if (method !== 'SOURCE') await questions?.()
      socket.write('ICY 200 OK\r\n\r\n')
      if (method === 'SOURCE') {
        socket.on('data', (data) => {
          for (let place = 0; place < room.length; place++) writeTo(room[place]!, data)
        })
        return
      }
      const handle = fastHandle(socket)!
      room.push(handle)
      socket.on('close', () => room.splice(room.indexOf(handle), 1))
      socket.resume()
    })
  })
  server.listen({ host: '127.0.0.1', port: 0, backlog: 4096 }, () =>
    console.log((server.address() as AddressInfo).port),
  )
}

/** Connections that send nothing and reconnect whenever they are closed; prints their number when all are open. */
function idlers(port: number, count: number): void {
  let begun = 0
  let open = 0
  const begin = () => {
    // From a separate address: the ports of the usual one are for clients that send requests.
    const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' })
    let isOpen = false
    socket.on('connect', () => {
      isOpen = true
      open += 1
      if (open === count) console.log(open)
      beginNext()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      if (isOpen) open -= 1
      setTimeout(begin, 10)
    })
    socket.resume()
  }
  const beginNext = () => {
    if (begun === count) return
    begun += 1
    begin()
  }
  for (let place = 0; place < 64; place++) beginNext()
}

if (kind === 'fanout' || kind === 'fanout-asking') {
  await import('./collect.ts')
  await fanout(kind === 'fanout-asking' ? questionsTo(args[0]!) : undefined)
}
if (kind === 'idlers') idlers(Number(args[0]), Number(args[1]))
if (kind === 'receiver') await receiver()
if (kind === 'collector') collector()
if (kind === 'mailbox') mailbox()
if (kind === 'silent') silent()
if (kind === 'at-rest') atRest(args[0]!)
if (kind === 'rows') await rows(args[0]!)
if (kind === 'constant') await constant(Number(args[0]))
if (kind === 'inserts') await inserts(args[0]!, Number(args[1]), Number(args[2]))
