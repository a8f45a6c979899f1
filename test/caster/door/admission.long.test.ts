import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { sealCredential } from '../../../src/base/secrets/credential.ts'
import { openLog } from '../../../src/start/log.ts'
import { startCasterRole } from '../../../src/start/roles/caster.ts'
import { CurrentReader } from '../../../src/store/current/current.ts'
import type { DatabasePool } from '../../../src/store/kit/database.ts'
import { CASTER_SETTINGS, type Login, Peer, rev1Request, TestCaster } from '../../support/caster.ts'
import { changeStation } from '../../support/rows.ts'
import { STATIONS } from '../../support/service.ts'
import {
  ask,
  askRev1,
  changeCredential,
  flowingBase,
  isLive,
  letInFrom,
  quietBase,
  refusalsOf,
  secondsFromNow,
  statusOf,
} from '../helpers.ts'

const { cdmx, toluca, cuernavaca } = STATIONS
let caster: TestCaster

beforeAll(async () => {
  caster = await TestCaster.start()
  await caster.service.saveStations(cdmx, toluca, cuernavaca)
  await flowingBase(caster, cdmx)
})
afterAll(() => caster.stop())

const issue = (body: Record<string, unknown> = {}) => caster.issue({ station_codigo: 'CDMX', ...body })

it('admits a rover with two statements: one reads its credential and one opens its session', async () => {
  const logins = await Promise.all(Array.from({ length: 20 }, () => issue()))
  const query = vi.spyOn(caster.service.db, 'query')
  onTestFinished(() => query.mockRestore())
  const since = performance.now()
  for (const login of logins) (await caster.rover(login, cdmx.mountpoint)).close()
  const count = (name: string) => query.mock.calls.filter(([statement]) => statement.name === name).length
  expect([count('passes'), count('sessions-admit')]).toEqual([logins.length, logins.length])
  // Changes of stations are polled by time, not per rover.
  expect(count('revisions')).toBeLessThan(10 + (2 * (performance.now() - since)) / 1_000)
})

describe('a rejection is answered and recorded with its reason', () => {
  const cases: [string, number, () => Promise<{ login: Omit<Login, 'id'> & { id?: number }; mountpoint?: string }>][] =
    [
      ['unknown_user', 401, async () => ({ login: { username: 'nobody-at-all', password: 'x' } })],
      ['bad_password', 401, async () => ({ login: { ...(await issue()), password: 'wrong' } })],
      ['bad_password', 401, async () => ({ login: { ...(await issue()), password: '' } })],
      [
        'test_credential',
        401,
        async () => {
          const login = await issue()
          await changeCredential(caster, login.id, { is_test: true })
          return { login }
        },
      ],
      ['not_started', 401, async () => ({ login: await issue({ inicia_at: secondsFromNow(30).toISOString() }) })],
      [
        'expired',
        401,
        async () => {
          const login = await issue()
          await changeCredential(caster, login.id, {
            starts_at: secondsFromNow(-3600),
            expires_at: secondsFromNow(-0.1),
          })
          return { login }
        },
      ],
      [
        'revoked',
        401,
        async () => {
          const login = await issue()
          expect((await caster.client.delete(`/credentials/${login.id}`)).status).toBe(200)
          return { login }
        },
      ],
      ['wrong_mountpoint', 401, async () => ({ login: await caster.issue({ station_codigo: 'TOLU' }) })],
      ['wrong_mountpoint', 401, async () => ({ login: await issue(), mountpoint: 'RED' })],
      [
        'base_down',
        503,
        async () => ({ login: await caster.issue({ station_codigo: 'TOLU' }), mountpoint: 'TOLU_RTCM32' }),
      ],
    ]

  it.each(cases)('%s: %i', async (reason, status, make) => {
    const { login, mountpoint = cdmx.mountpoint } = await make()
    const before = Date.now()
    const answer = await askRev1(caster.port, mountpoint, login)
    expect(statusOf(answer)).toBe(status)
    if (status === 503) expect(answer).toContain('\r\nRetry-After: 10\r\n')
    await expect.poll(() => refusalsOf(caster, login.username)).toHaveLength(1)
    const [row] = await refusalsOf(caster, login.username)
    expect(row).toMatchObject({ reason, mountpoint, times: 1, address: '127.0.0.1', agent: 'NTRIP test' })
    expect(row!.credential_id).toBe(login.id ?? null)
    expect(row!.first_at.getTime()).toBeGreaterThanOrEqual(before)
    expect(row!.last_at).toEqual(row!.first_at)
  })

  it('records no_credentials without a user name', async () => {
    await ask(caster.port, `GET /${cdmx.mountpoint} HTTP/1.0\r\nUser-Agent: NTRIP forgetful\r\n\r\n`)
    await expect
      .poll(() => refusalsOf(caster, ''))
      .toMatchObject([{ reason: 'no_credentials', agent: 'NTRIP forgetful' }])
  })

  it('records unknown_mountpoint although a rev1 client receives the sourcetable', async () => {
    const login = await issue()
    expect(await askRev1(caster.port, 'CDMX_RTCM31', login)).toMatch(/^SOURCETABLE 200 OK/)
    await expect
      .poll(() => refusalsOf(caster, login.username))
      .toMatchObject([{ reason: 'unknown_mountpoint', mountpoint: 'CDMX_RTCM31' }])
  })

  it('counts repeated identical rejections in one row', async () => {
    const { username } = await issue()
    for (let count = 0; count < 5; count++)
      await askRev1(caster.port, cdmx.mountpoint, { username, password: `wrong${count}` })
    await expect.poll(async () => (await refusalsOf(caster, username))[0]?.times).toBe(5)
    // Later attempts are added to the same rows, since those have been written.
    await askRev1(caster.port, cdmx.mountpoint, { username, password: 'wrong again' })
    await askRev1(caster.port, toluca.mountpoint, { username, password: 'wrong again' })
    await expect.poll(() => refusalsOf(caster, username)).toHaveLength(2)
    const rows = await refusalsOf(caster, username)
    expect(rows.map(({ mountpoint, times }) => [mountpoint, times])).toEqual([
      [cdmx.mountpoint, 6],
      [toluca.mountpoint, 1],
    ])
    expect(rows[0]!.last_at.getTime()).toBeGreaterThan(rows[0]!.first_at.getTime())
  })

  it('records any user name and agent that a client sends', async () => {
    // Nearly as long as a request header, and incompressible: too large for a database index.
    const long = randomBytes(2_060).toString('base64').replaceAll('+', '-')
    const agent = `NTRIP ${'agent '.repeat(40)}`
    const names = [long, 'ñandú', '"; drop table refusals; --', "o'hara\\", '{"json"}', '\u{1f600}']
    for (const username of names)
      await ask(caster.port, rev1Request(cdmx.mountpoint, username, 'x').replace('NTRIP test', agent))
    for (const username of names.slice(1))
      await expect.poll(() => refusalsOf(caster, username)).toMatchObject([{ reason: 'unknown_user', times: 1 }])
    const { rows } = await caster.service.db.pool.query(
      'select length(username) as name, length(agent) as agent from refusals where starts_with(username, $1)',
      [long.slice(0, 100).toLowerCase()],
    )
    expect(rows).toEqual([{ name: 200, agent: 200 }])
  })
})

describe('a credential', () => {
  it('is accepted in the second in which it starts, and not before', async () => {
    const start = secondsFromNow(3)
    const login = await issue({ inicia_at: start.toISOString() })
    const refusals = await letInFrom(start, caster.port, cdmx.mountpoint, login)
    expect(refusals.length).toBeGreaterThan(1)
    for (const refusal of refusals) expect(refusal).toContain('not active yet')
  })

  it('opens its mountpoint in upper or lower case, recorded in the registered spelling', async () => {
    const login = await issue()
    const rover = await caster.rover(login, 'cdmx_Rtcm32')
    await expect
      .poll(
        async () =>
          (await caster.service.db.pool.query('select mountpoint from sessions where username = $1', [login.username]))
            .rows,
      )
      .toEqual([{ mountpoint: 'CDMX_RTCM32' }])
    rover.close()
  })

  it.each(['a:b::c', ':', ' leading and trailing ', 'ñandú €', 'x'.repeat(500)])(
    'is accepted with the password "%s"',
    async (password) => {
      const login = await issue()
      const { keys } = caster.service.services
      const secret = sealCredential(keys, login.id, { password, linkKey: 'k' })
      await changeCredential(caster, login.id, { secret })
      const rover = await caster.rover({ ...login, password }, cdmx.mountpoint)
      rover.close()
      for (const wrong of [
        `${password}x`,
        password.slice(1),
        password.toUpperCase() === password ? 'A' : password.toUpperCase(),
      ])
        expect(await askRev1(caster.port, cdmx.mountpoint, { ...login, password: wrong })).toContain(
          'Unknown user or wrong password',
        )
    },
  )

  it('is accepted with a password that an old device sends in Latin-1', async () => {
    const login = await issue()
    const { keys } = caster.service.services
    const secret = sealCredential(keys, login.id, { password: 'contraseña', linkKey: 'k' })
    await changeCredential(caster, login.id, { secret })
    const encoded = Buffer.from(`${login.username}:contraseña`, 'latin1').toString('base64')
    const rover = await Peer.open(
      caster.port,
      `GET /${cdmx.mountpoint} HTTP/1.0\r\nUser-Agent: NTRIP old\r\nAuthorization: Basic ${encoded}\r\n\r\n`,
    )
    await rover.until('ICY 200 OK')
    rover.close()
  })

  it('is rejected under another user name, but accepted in capitals or with spaces around the name', async () => {
    const { username, password } = await issue()
    for (const other of [`${username}x`, username.slice(1), username.split('').join(' ')])
      expect(await askRev1(caster.port, cdmx.mountpoint, { username: other, password })).toContain(
        'Unknown user or wrong password',
      )
    for (const same of [username.toUpperCase(), ` ${username}`, `${username} `])
      (await caster.rover({ id: 0, username: same, password }, cdmx.mountpoint)).close()
  })
})

describe('a station', () => {
  it('admits no rover while it is archived, and admits rovers again after it is restored', async () => {
    const station = await quietBase(caster, cuernavaca)
    const login = await caster.issue({ station_codigo: 'CUER' })
    await changeStation(caster.service, 'CUER', { archived_at: new Date() })
    expect(await askRev1(caster.port, cuernavaca.mountpoint, login)).toMatch(/^SOURCETABLE 200 OK/)
    expect(await ask(caster.port, `SOURCE x /${cuernavaca.mountpoint}\r\n\r\n`)).toContain('Taken or Invalid')
    // The credential opens no other mountpoint either.
    expect(await askRev1(caster.port, cdmx.mountpoint, login)).toContain('for another mountpoint')
    station.close()
    await isLive(caster, 'CUER', caster.role, false)
    await changeStation(caster.service, 'CUER', { archived_at: null })
    const again = await quietBase(caster, cuernavaca)
    const rover = await caster.rover(login, cuernavaca.mountpoint)
    rover.close()
    again.close()
  })

  it('is offline as soon as its base leaves; its rovers stay and receive data when the base is back', async () => {
    const station = await quietBase(caster, cuernavaca)
    const rover = await caster.rover(await caster.issue({ station_codigo: 'CUER' }), cuernavaca.mountpoint)
    station.close()
    const other = await caster.issue({ station_codigo: 'CUER' })
    await expect.poll(async () => statusOf(await askRev1(caster.port, cuernavaca.mountpoint, other))).toBe(503)
    const back = await quietBase(caster, cuernavaca)
    back.write('back')
    await rover.until('back')
    rover.close()
    back.close()
  })

  it('is found under its new mountpoint after a move, with its credentials', async () => {
    const station = await quietBase(caster, cuernavaca)
    const login = await caster.issue({ station_codigo: 'CUER' })
    await caster.service.saveStations({ code: 'CUER', mountpoint: 'CUER_NEW' })
    expect(await askRev1(caster.port, cuernavaca.mountpoint, login)).toMatch(/^SOURCETABLE 200 OK/)
    const rover = await caster.rover(login, 'CUER_NEW')
    await caster.service.saveStations({ code: 'CUER', mountpoint: cuernavaca.mountpoint })
    rover.close()
    station.close()
  })
})

describe('when the database does not answer', () => {
  /** A caster whose database can be made to fail, completely or for some statements. */
  async function casterOn() {
    let isAway = (_name: string | undefined) => false
    const away = () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
    const real = caster.service.db
    const db: DatabasePool = {
      ...real,
      query: (statement, values) => (isAway(statement.name) ? away() : real.query(statement, values)),
      transaction: (work) => (isAway(undefined) ? away() : real.transaction(work)),
    }
    const reader = new CurrentReader(db, { casterHost: 'h', casterPort: 2101 })
    const warnings: string[] = []
    const log = openLog('silent')
    log.warn = ((_: object, message: string) => warnings.push(message)) as never
    const role = await startCasterRole(
      {
        ...{ db, keys: caster.service.services.keys, clock: () => new Date() },
        current: () => reader.current(),
        log,
        metrics: { watchCaster() {} },
      },
      { ...CASTER_SETTINGS, casterRemembersMinutes: 0 },
    )
    onTestFinished(async () => {
      isAway = () => false
      await role.stop()
    })
    const take = (test: typeof isAway) => {
      isAway = test
    }
    return { role, port: role.caster.address.port, take, warnings }
  }

  it('rejects new rovers with 503, serves connected rovers, and recovers with all events recorded', async () => {
    const { role, port, take } = await casterOn()
    const station = await quietBase(caster, cuernavaca, role)
    const login = await caster.issue({ station_codigo: 'CUER' })
    const other = await caster.issue({ station_codigo: 'CUER' })
    const rover = await caster.rover(login, cuernavaca.mountpoint, port)
    take(() => true)
    station.write('one')
    const answer = await askRev1(port, cuernavaca.mountpoint, other)
    expect(answer).toMatch(/^HTTP\/1\.0 503 Service Unavailable\r\n/)
    expect(answer).toContain('\r\nRetry-After: 10\r\n')
    const table = await ask(port, 'GET / HTTP/1.0\r\nUser-Agent: NTRIP x\r\n\r\n')
    expect(table).toMatch(/^SOURCETABLE 200 OK\r\n/)
    expect(table).toContain(`STR;${cuernavaca.mountpoint};`)
    expect(await ask(port, `SOURCE x /${toluca.mountpoint}\r\n\r\n`)).toMatch(/^HTTP\/1\.0 503 /)
    station.write('two')
    await rover.until('onetwo')
    expect(rover.closedAt).toBeNull()

    take(() => false)
    const late = await caster.rover(other, cuernavaca.mountpoint, port)
    late.close()
    rover.close()
    station.close()
    await expect.poll(() => refusalsOf(caster, other.username)).toMatchObject([{ reason: 'unavailable', times: 1 }])
  })

  it.each([['passes'], ['station-lock']])('answers 503 when only the statement "%s" fails', async (name) => {
    const { role, port, take, warnings } = await casterOn()
    const station = await quietBase(caster, cuernavaca, role)
    take((asked) => asked === name)
    const isPush = name === 'station-lock'
    const answer = isPush
      ? await ask(port, `SOURCE x /${toluca.mountpoint}\r\n\r\n`)
      : await askRev1(port, cuernavaca.mountpoint, await caster.issue({ station_codigo: 'CUER' }))
    expect(statusOf(answer)).toBe(503)
    expect(warnings).not.toEqual([])
    take(() => false)
    station.close()
  })

  it('uses the stations in memory when only they cannot be read', async () => {
    const { role, port, take } = await casterOn()
    const station = await quietBase(caster, cuernavaca, role)
    const login = await caster.issue({ station_codigo: 'CUER' })
    take((asked) => asked === 'revisions')
    const rover = await caster.rover(login, cuernavaca.mountpoint, port)
    take(() => false)
    rover.close()
    station.close()
  })

  it('applies a revocation that arrives while an admission waits for its answer', async () => {
    const gate = Promise.withResolvers<void>()
    const real = caster.service.db
    let asked = false
    const db: DatabasePool = {
      ...real,
      async query(statement, values) {
        const rows = await real.query(statement, values)
        if (statement.name !== 'passes') return rows as never
        asked = true
        await gate.promise
        return rows as never
      },
    }
    const role = await startCasterRole(
      {
        ...{ db, keys: caster.service.services.keys, clock: () => new Date() },
        current: caster.service.services.current,
        log: openLog('silent'),
        metrics: { watchCaster() {} },
      },
      { ...CASTER_SETTINGS, casterRemembersMinutes: 0 },
    )
    onTestFinished(() => role.stop())
    const station = await quietBase(caster, cuernavaca, role)
    const login = await caster.issue({ station_codigo: 'CUER' })
    const answer = askRev1(role.caster.address.port, cuernavaca.mountpoint, login)
    await vi.waitUntil(() => asked)
    await caster.client.delete(`/credentials/${login.id}`)
    await vi.waitUntil(() => role.caster.sessions.wasJustRevoked(login.id))
    gate.resolve()
    expect(await answer).toContain('was revoked')
    station.close()
  })
})
