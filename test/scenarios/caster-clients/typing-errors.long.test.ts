// What people type in the field, and what small programs leave out: understood where it can be, and told where it cannot.

import { writeGga } from '@vertice/ntrip'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Finding } from '../../../src/domain/credentials/access-findings.ts'
import { activityOf, whyNoAccess } from '../../../src/reads/explain-access.ts'
import { findPasses } from '../../../src/store/credentials/passes.ts'
import { loadBook } from '../../../src/store/current/current.ts'
import { ask, basic, refusalsOf, statusOf } from '../../caster/helpers.ts'
import { type Login, Peer, TestCaster } from '../../support/caster.ts'
import { STATIONS } from '../../support/service.ts'
import { beatingBase } from './beats.ts'

const { cdmx, toluca } = STATIONS
const QUIET_MS = 300
const ICY = 'ICY 200 OK\r\n\r\n'
/** How every frame begins. */
const RTCM = '\xd3'
let caster: TestCaster

beforeAll(async () => {
  caster = await TestCaster.start({ quietMs: QUIET_MS, handshakeMs: 1_500, positionMs: 200 })
  await caster.service.saveStations(cdmx, toluca)
  await beatingBase(caster, 'CDMX', cdmx.mountpoint)
})
afterAll(() => caster.stop())

const issue = () => caster.issue({ station_codigo: 'CDMX' })
const request = (target: string, { username, password }: Omit<Login, 'id'>) =>
  `GET ${target} HTTP/1.0\r\nUser-Agent: NTRIP test\r\n${basic(username, password)}\r\n`
const context = async () => {
  const { db } = caster.service
  return { db, book: await loadBook(db, { casterHost: 'h', casterPort: 2101 }), now: new Date() }
}
const why = async (username: string): Promise<Finding[]> => whyNoAccess(await context(), username)

async function isLetIn(text: string): Promise<void> {
  const rover = await Peer.open(caster.port, text)
  await rover.until(`${ICY}${RTCM}`)
  rover.close()
}

describe('is understood', () => {
  it.each([
    '/CDMX_RTCM32/',
    '/CDMX_RTCM32%20',
    '/CDMX_RTCM32 ',
    '//CDMX_RTCM32//',
    '/%20cdmx_rtcm32%2F',
    'CDMX_RTCM32',
  ])('the mountpoint as "%s"', async (target) => isLetIn(request(target, await issue())))

  it('the user in capitals and with spaces around it, but the password only as it is', async () => {
    const { username, password } = await issue()
    const typed = ` ${username.toUpperCase()}\t`.replace('\t', ' ')
    await isLetIn(request('/CDMX_RTCM32', { username: typed, password }))
    const refused = await ask(caster.port, request('/CDMX_RTCM32', { username, password: `${password} ` }))
    expect(statusOf(refused)).toBe(401)
    expect(await refusalsOf(caster, username)).toEqual([])
    await expect.poll(() => refusalsOf(caster, username)).toMatchObject([{ reason: 'bad_password' }])
    expect((await why(` ${username.toUpperCase()}`))[0]).toMatchObject({ kind: 'in_force' })
  })

  it.each([
    ['the end of its last line', '\r\n'],
    ['a bare line feed', '\n'],
    ['nothing', ''],
  ])('a head without its empty line, with %s behind it', async (_, end) => {
    const { username, password } = await issue()
    await isLetIn(`GET /CDMX_RTCM32 HTTP/1.0\r\nUser-Agent: NTRIP test\r\n${basic(username, password).trimEnd()}${end}`)
  })

  it('the same from a station that pushes, in either revision', async () => {
    const secret = await caster.secretOf('TOLU')
    const rev1 = await Peer.open(caster.port, `SOURCE ${secret} /TOLU_RTCM32\r\nSource-Agent: NTRIP test\r\n`)
    await rev1.until('ICY 200 OK\r\n\r\n')
    rev1.close()
    const rev2 = await Peer.open(
      caster.port,
      `POST /TOLU_RTCM32 HTTP/1.1\r\nHost: h\r\nNtrip-Version: Ntrip/2.0\r\n${basic('any', secret)}`,
    )
    await rev2.until('HTTP/1.1 200 OK\r\n')
    rev2.close()
    const withUser = await Peer.open(caster.port, `SOURCE TOLU_RTCM32\r\n${basic('any', secret)}\r\n`)
    await withUser.until('ICY 200 OK\r\n\r\n')
    withUser.close()
  })

  it('a question without its empty line, at once where the client shuts its side', async () => {
    const table = await ask(caster.port, 'GET / HTTP/1.0\r\nUser-Agent: NTRIP test\r\n')
    expect(table).toMatch(/^SOURCETABLE 200 OK\r\n/)
    const patient = await caster.addNode({ quietMs: 600_000, handshakeMs: 600_000 })
    const peer = await Peer.open(patient.caster.address.port)
    peer.socket.end('GET / HTTP/1.1\r\nUser-Agent: curl')
    expect(await peer.all()).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  })

  it('a head that is written line by line is waited for, and one that trickles is answered at the end of the handshake', async () => {
    const { username, password } = await issue()
    const rover = await Peer.open(caster.port)
    rover.socket.setNoDelay(true)
    for (const line of request('/CDMX_RTCM32', { username, password }).split(/(?<=\n)/)) {
      rover.write(line)
      await new Promise((resolve) => setTimeout(resolve, QUIET_MS / 3))
    }
    await rover.until(`${ICY}${RTCM}`)
    rover.close()
    const without = await Peer.open(caster.port, 'GET /CDMX_RTCM32 HTTP/1.0\r\nUser-Agent: NTRIP test\r\n')
    expect(await without.all()).toContain('Faltan usuario')
  })

  it('a position that stands in the head as a line of its own', async () => {
    const login = await caster.issue()
    const gga = writeGga({ lat: cdmx.lat, lng: cdmx.lng }, new Date())
    const [line, ...rest] = request('/RED', login).split('\r\n')
    const rover = await Peer.open(caster.port, [line, gga, ...rest].join('\r\n'))
    await rover.until(`${ICY}${RTCM}`)
    rover.close()
  })
})

describe('is told', () => {
  it('an e-mail address as the user: by the record, and by nothing that a stranger sees', async () => {
    const email = 'Ana.Lopez@example.mx'
    const { id } = await caster.issue({ station_codigo: 'CDMX', cliente_email: email })
    const answer = await ask(caster.port, request('/CDMX_RTCM32', { username: email, password: 'x' }))
    const unknown = await ask(caster.port, request('/CDMX_RTCM32', { username: 'nobody', password: 'x' }))
    const body = (text: string) => text.split('\r\n\r\n')[1]
    expect(body(answer)).toBe(body(unknown))
    await expect.poll(() => refusalsOf(caster, email.toLowerCase())).toMatchObject([{ reason: 'email_as_user' }])
    expect(await why(email)).toMatchObject([{ kind: 'email_as_user' }, { kind: 'refused', reason: 'email_as_user' }])
    // The page of the credential that was sent to this address shows it too.
    const { username } = (await caster.service.db.pool.query('select username from credentials where id = $1', [id]))
      .rows[0]
    const [pass] = await findPasses(caster.service.db, [username])
    const credential = { ...pass!, customerEmail: email }
    const { findings, refusals } = await activityOf(await context(), { within: 'all', seesSources: true }, credential)
    expect(refusals).toMatchObject([{ username: email.toLowerCase(), reason: 'email_as_user' }])
    expect(findings).toContainEqual(expect.objectContaining({ kind: 'refused', reason: 'email_as_user' }))
    // A reseller does not see it: it may have been another's customer.
    expect(await activityOf(await context(), { within: 1, seesSources: false }, credential)).toMatchObject({
      refusals: [],
    })
  })

  it('a name that no mountpoint can have: in words, and by the record of who asked', async () => {
    const login = await issue()
    const rev1 = await ask(caster.port, request('/CDMX RTCM32', login))
    expect(rev1).toMatch(/^SOURCETABLE 200 OK\r\n/)
    const http = await ask(caster.port, request('/CDMX RTCM32', login).replace('NTRIP test', 'Mozilla/5.0'))
    expect(statusOf(http)).toBe(400)
    expect(http).toContain('No mountpoint can have this name')
    await expect
      .poll(() => refusalsOf(caster, login.username))
      .toMatchObject([{ reason: 'unknown_mountpoint', mountpoint: 'CDMX RTCM32', times: 2 }])
  })

  it('what cannot be read at all is counted', async () => {
    const counted = () => caster.figures.refusals.get('unreadable') ?? 0
    const before = counted()
    await ask(caster.port, 'DELETE /x HTTP/1.1\r\n\r\n')
    await ask(caster.port, '\x16\x03\x01\x02')
    await ask(caster.port, 'hello')
    expect(counted()).toBe(before + 3)
  })

  const good = writeGga({ lat: cdmx.lat, lng: cdmx.lng }, new Date())
  it.each([
    ['gga_bad_checksum', good.replace(/\*..$/, '*ZZ')],
    ['gga_unreadable', '$GPGGA,120000,9999.0,N,09908.0,W,1,12,1.0,2240,M,0,M,,'],
    ['gga_without_position', '$GPGGA,120000,,,,,0,00,,,M,,M,,'],
    ['no_gga', 'hello'],
  ])('%s, to who gets nothing on the network', async (code, sentence) => {
    const login = await caster.issue()
    const rover = await caster.rover(login, 'RED')
    rover.write(`${sentence}\r\n`)
    await expect
      .poll(async () => (await why(login.username)).find(({ kind }) => kind === 'noted'))
      .toMatchObject({ kind: 'noted', note: { code } })
    rover.write(`${good}\r\n`)
    await rover.until(RTCM)
    rover.close()
  })
})
