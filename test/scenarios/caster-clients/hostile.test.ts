// Hostile or broken clients must not stop the caster from serving others or disturb their streams.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import tls from 'node:tls'
import { writeGga } from '@vertice/ntrip'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, flowingBase, pause, statusOf } from '../../caster/helpers.ts'
import { type Login, Peer, rev1Request, TestCaster } from '../../support/caster.ts'
import { STATIONS } from '../../support/service.ts'

const { cdmx } = STATIONS
const HANDSHAKE_MS = 2_000
let caster: TestCaster
let base: Awaited<ReturnType<typeof flowingBase>>
let witness: Peer

beforeAll(async () => {
  caster = await TestCaster.start({ handshakeMs: HANDSHAKE_MS })
  await caster.service.saveStations(cdmx)
  base = await flowingBase(caster, cdmx)
  witness = await caster.rover(await issue(), cdmx.mountpoint)
})
afterAll(() => caster.stop())

const issue = () => caster.issue({ station_codigo: 'CDMX' })
const recordOf = async ({ id }: Login) => {
  const { rows } = await caster.service.db.pool.query('select * from sessions where credential_id = $1', [id])
  return rows[0]
}
const endReasonOf = async (login: Login): Promise<string | null> => (await recordOf(login))?.end_reason ?? null

/** While `work` runs, a connected rover must receive every byte in order, and a new rover must receive data. */
async function othersKeepTheirStreams(work: () => Promise<void>): Promise<void> {
  const sent: string[] = []
  let count = 0
  const timer = setInterval(() => {
    const message = `<${count++}>`
    sent.push(message)
    base.peer.write(message)
  }, 20)
  const withoutDots = () => witness.text.replaceAll('.', '')
  witness.received = Buffer.alloc(0)
  try {
    await work()
    const late = await caster.rover(await issue(), cdmx.mountpoint)
    await expect.poll(() => late.received.length).toBeGreaterThan(20)
    late.close()
  } finally {
    clearInterval(timer)
  }
  await expect.poll(withoutDots).toBe(sent.join(''))
  expect(sent.length).toBeGreaterThan(0)
}

describe('a request header that never ends', () => {
  it.each([
    ['in its first line', 'GET /'],
    ['in a header', 'GET /CDMX_RTCM32 HTTP/1.0\r\nUser-Agent: '],
    ['in the password of a source', 'SOURCE '],
  ])('%s is cut off after 4 kB', async (_, beginning) => {
    const peer = await Peer.open(caster.port, beginning)
    for (let count = 0; count < 100 && peer.closedAt === null; count++) {
      peer.write('a'.repeat(1_000))
      await pause(1)
    }
    const answer = await peer.all()
    if (beginning.startsWith('SOURCE')) expect(answer).toBe('ERROR - Mount Point Taken or Invalid\r\n')
    else expect(statusOf(answer)).toBe(431)
  })

  it('is cut off when it consists of endless headers sent at once', async () => {
    const header = `X-More: ${'b'.repeat(50)}\r\n`
    expect(statusOf(await ask(caster.port, `GET / HTTP/1.0\r\n${header.repeat(20_000)}`))).toBe(431)
  })
})

describe('input that is not NTRIP', () => {
  it('gets an error or no response when it is noise, and the connection is closed', async () => {
    await othersKeepTheirStreams(async () => {
      const noise = Array.from({ length: 200 }, (_, index) => randomBytes(1 + ((index * 97) % 5_000)))
      for (const some of [noise.slice(0, 100), noise.slice(100)])
        await Promise.all(
          some.map(async (bytes) => {
            const answer = await ask(caster.port, bytes)
            if (answer !== '') expect([400, 431, 501]).toContain(statusOf(answer))
          }),
        )
    })
  })

  it('gets an error response when noise follows a valid beginning', async () => {
    for (const beginning of [
      'GET ',
      'GET /CDMX_RTCM32 HTTP/1.0\r\nAuthorization: Basic ',
      'SOURCE ',
      'POST /',
      '\r\n\r\n',
    ]) {
      const answer = await ask(
        caster.port,
        Buffer.concat([Buffer.from(beginning), randomBytes(500), Buffer.from('\r\n\r\n')]),
      )
      expect(answer).toMatch(/^(HTTP\/1\.[01] (400|401|404)|SOURCETABLE 200|ERROR - )/)
    }
  })

  it('fails the handshake of a TLS client on the plain port', async () => {
    const socket = tls.connect({ host: '127.0.0.1', port: caster.port, rejectUnauthorized: false })
    const [error] = (await once(socket, 'error')) as [Error]
    expect(error).toBeInstanceOf(Error)
    socket.destroy()
  })
})

describe('the handshake deadline', () => {
  const openFor = async (peer: Peer, since: number) => {
    await peer.closed
    return peer.closedAt! - since
  }

  it('applies to silent clients and to clients that send single bytes', async () => {
    const since = performance.now()
    const silent = await Peer.open(caster.port)
    const slow = await Peer.open(caster.port)
    const request = rev1Request(cdmx.mountpoint, 'someone', 'x'.repeat(100))
    let at = 0
    const timer = setInterval(() => slow.write(request[at++]!), 50)
    for (const peer of [silent, slow]) {
      const took = await openFor(peer, since)
      expect(took).toBeGreaterThan(HANDSHAKE_MS - 50)
      expect(peer.text).toBe('')
    }
    clearInterval(timer)
    // Single bytes do not extend the deadline: the whole request would have taken ten seconds.
    expect(at).toBeLessThan(request.length)
  })

  it('does not apply to clients that half-close before they send a request', async () => {
    const { caster: patient } = await caster.addNode({ handshakeMs: 600_000 })
    for (const beginning of ['', 'GET /CDMX']) {
      const peer = await Peer.open(patient.address.port)
      peer.socket.end(beginning)
      await peer.closed
    }
    await patient.stop()
  })
})

describe('a half-open connection', () => {
  // In NTRIP a rover disconnects by closing the connection, and a half-closed one looks the same. Keeping it open would
  // leave stale sessions that count against limits. A client that only sent a request still gets its response (see
  // replies).
  it('ends the session when the rover half-closes', async () => {
    const login = await issue()
    const rover = await caster.rover(login, cdmx.mountpoint)
    rover.socket.end()
    await rover.closed
    await expect.poll(() => endReasonOf(login)).toBe('client_left')
  })

  it('gets no session when the rover half-closes right after its request', async () => {
    const login = await issue()
    const peer = await Peer.open(caster.port)
    peer.socket.end(rev1Request(cdmx.mountpoint, login.username, login.password))
    await peer.all()
    const later = await issue()
    const rover = await caster.rover(later, cdmx.mountpoint)
    // Not close(): with unread data, the system would reset the connection.
    rover.socket.end()
    await expect.poll(() => endReasonOf(later)).toBe('client_left')
    const record = await recordOf(login)
    expect(record?.end_reason ?? 'client_left').toBe('client_left')
    expect(caster.role.caster.sessions.countOf(login.id)).toBe(0)
  })

  it('is recorded as broken after a reset', async () => {
    const login = await issue()
    const rover = await caster.rover(login, cdmx.mountpoint)
    rover.socket.resetAndDestroy()
    await expect.poll(() => endReasonOf(login)).toBe('broken')
  })
})

describe('a flood from a rover', () => {
  const gga = (lat: number) => Buffer.from(`${writeGga({ lat, lng: -99, quality: 4 }, new Date())}\r\n`)
  const sessionOf = ({ id }: Login) => caster.role.caster.sessions.all.find(({ credentialId }) => credentialId === id)

  it('of noise and positions disturbs no other client, and the last position counts', async () => {
    const login = await issue()
    await othersKeepTheirStreams(async () => {
      const rover = await caster.rover(login, cdmx.mountpoint)
      const flood = Array.from({ length: 300 }, (_, index) => (index % 4 === 0 ? gga(19) : randomBytes(100)))
      const noise = [Buffer.alloc(9_000, '$'), Buffer.from('$GPGGA,'.repeat(1_000)), Buffer.alloc(9_000)]
      rover.write(Buffer.concat([...flood, ...noise, Buffer.from('\r\n'), gga(20)]))
      await expect.poll(() => sessionOf(login)!.position.lat).toBeCloseTo(20, 6)
      expect(rover.closedAt).toBeNull()
      rover.close()
    })
  })

  it('ends the session above the limit and disturbs no other client', async () => {
    const login = await issue()
    await othersKeepTheirStreams(async () => {
      const rover = await caster.rover(login, cdmx.mountpoint)
      rover.write(Buffer.alloc(3_000_000, gga(19)))
      await expect.poll(() => sessionOf(login)).toBeUndefined()
      await expect.poll(() => rover.closedAt).not.toBeNull()
    })
  })
})

describe('thousands of silent connections', () => {
  it('leave existing streams and new rovers undisturbed, and 2,000 of them are closed at the deadline', async () => {
    const silent: net.Socket[] = []
    let closed = 0
    await othersKeepTheirStreams(async () => {
      for (let wave = 0; wave < 10; wave++) {
        const opened = Array.from({ length: 200 }, () => {
          const socket = net.connect(caster.port, '127.0.0.1')
          socket.on('error', () => {}).on('close', () => closed++)
          silent.push(socket)
          return once(socket, 'connect')
        })
        await Promise.all(opened)
      }
      expect(silent).toHaveLength(2_000)
    })
    await expect.poll(() => closed).toBe(2_000)
  })
})
