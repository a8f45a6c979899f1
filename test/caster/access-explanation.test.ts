// "Why can't I connect?", asked after things have really happened.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { whyNoAccess } from '../../src/reads/explain-access.ts'
import { loadBook } from '../../src/store/current.ts'
import { kickSession } from '../../src/store/sessions/rows.ts'
import { type Login, TestCaster } from '../support/caster.ts'
import { archive } from '../support/rows.ts'
import { STATIONS } from '../support/service.ts'
import { askRev1, changeCredential, flowingBase, refusalsOf, secondsFromNow } from './helpers.ts'

const { cdmx, toluca, cuernavaca } = STATIONS
let caster: TestCaster

beforeAll(async () => {
  caster = await TestCaster.start()
  await caster.service.saveStations(cdmx, toluca, cuernavaca)
  await flowingBase(caster, cdmx)
})
afterAll(() => caster.stop())

const issue = (code = 'CDMX') => caster.issue({ station_codigo: code })

async function why(username: string): Promise<string[]> {
  const { db } = caster.service
  return whyNoAccess({ db, book: await loadBook(db, { casterHost: 'h', casterPort: 2101 }), now: new Date() }, username)
}

async function refusedAt(mountpoint: string, login: Omit<Login, 'id'>, times = 1): Promise<string[]> {
  for (let count = 0; count < times; count++) await askRev1(caster.port, mountpoint, login)
  await expect.poll(async () => (await refusalsOf(caster, login.username)).at(-1)?.times).toBe(times)
  return why(login.username)
}

const TIME = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC`

describe('vertice credential why', () => {
  it('a name that nobody has', async () => {
    expect(await why('nobody')).toEqual([expect.stringContaining('No credential has this user name')])
    const [state, attempt] = await refusedAt(cdmx.mountpoint, { username: 'misspelt', password: 'x' })
    expect(state).toContain('typing mistake')
    expect(attempt).toContain('nobody had that user name then')
  })

  it('one that has never come', async () => {
    const lines = await why((await issue()).username)
    expect(lines[0]).toMatch(new RegExp(`^It is in force until ${TIME} and opens CDMX_RTCM32\\.$`))
    expect(lines[1]).toContain('never been seen')
  })

  it('one of the network', async () => {
    expect((await why((await caster.issue()).username))[0]).toContain('opens RED.')
  })

  it('a wrong password, three times', async () => {
    const { username } = await issue()
    const lines = await refusedAt(cdmx.mountpoint, { username, password: 'wrong' }, 3)
    expect(lines[1]).toMatch(
      new RegExp(
        `^The last attempt, at ${TIME} from 127\\.0\\.0\\.1 \\(3 times\\), was refused: the password was wrong\\.$`,
      ),
    )
  })

  it('another mountpoint than its own, one that there is not, and a base that is silent', async () => {
    const [another, none, silent] = await Promise.all([
      refusedAt(cdmx.mountpoint, await issue('TOLU')),
      refusedAt('CDMX', await issue()),
      refusedAt(toluca.mountpoint, await issue('TOLU')),
    ])
    expect(another[1]).toContain('the device asked for CDMX_RTCM32, and this credential opens TOLU_RTCM32')
    expect(none[1]).toContain('there is no mountpoint CDMX')
    expect(silent[1]).toContain('the base behind TOLU_RTCM32 sent no data')
  })

  it('not started, expired, revoked', async () => {
    const scheduled = await caster.issue({ station_codigo: 'CDMX', inicia_at: secondsFromNow(600).toISOString() })
    const [expired, revoked] = [await issue(), await issue()]
    await changeCredential(caster, expired.id, { starts_at: secondsFromNow(-7200), expires_at: secondsFromNow(-60) })
    await caster.client.delete(`/credentials/${revoked.id}`)
    const answers = await Promise.all([scheduled, expired, revoked].map((login) => refusedAt(cdmx.mountpoint, login)))
    expect(answers.map(([state]) => state)).toEqual([
      expect.stringMatching(/^It is not in force yet: it starts at/),
      expect.stringMatching(/^It expired at/),
      expect.stringMatching(/^It was revoked at/),
    ])
    expect(answers[2]![1]).toContain('it had been revoked')
  })

  it('a station that was archived', async () => {
    const login = await issue('CUER')
    await archive(caster.service, 'CUER')
    const lines = await refusedAt(cuernavaca.mountpoint, login)
    expect(lines[0]).toContain('its station is archived')
  })

  it('connected, replaced, kicked', async () => {
    const login = await issue()
    const rover = await caster.rover(login, cdmx.mountpoint)
    await expect
      .poll(async () => (await why(login.username))[1])
      .toMatch(/^It is connected now, from 127\.0\.0\.1 since/)
    const second = await caster.rover(login, cdmx.mountpoint)
    await rover.closed
    const { id } = caster.role.caster.sessions.all.find(({ credentialId }) => credentialId === login.id)!
    await expect.poll(() => kickSession(caster.service.db, id)).toBe(true) // as soon as it is recorded
    await second.closed
    await expect.poll(async () => (await why(login.username))[1]).toMatch(/ended because an operator ended it\.$/)
    const third = await caster.rover(login, cdmx.mountpoint)
    third.close()
    await expect.poll(async () => (await why(login.username)).at(-1)).toMatch(/ended because the device left\.$/)
  })

  it('on the network without a position', async () => {
    const login = await caster.issue()
    const rover = await caster.rover(login, 'RED')
    caster.role.caster.sessions.all
      .find(({ credentialId }) => credentialId === login.id)!
      .note('no GGA: it has sent none')
    await expect
      .poll(async () => (await why(login.username))[2])
      .toMatch(/^The last that happened: no GGA: it has sent none \(/)
    rover.close()
  })
})
