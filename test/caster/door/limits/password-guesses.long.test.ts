import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loginOf, PasswordGuesses, type ReportGuesses } from '../../../../src/caster/door/limits/password-guesses.ts'
import { ReconnectLimits } from '../../../../src/caster/door/limits/reconnect-limits.ts'
import { type Login, Peer, rev1Request, TestCaster } from '../../../support/caster.ts'
import { STATIONS } from '../../../support/service.ts'
import { ask, askRev1, flowingBase, refusalsOf, statusOf } from '../../helpers.ts'

const HERE = '203.0.113.7'
const login = (password: string, { username = 'user', from = HERE } = {}) => loginOf({ username, password }, from)
const SOMEBODY = { id: 1, maxSessions: 1 }
/** A caster that cannot share its counts. */
const alone: ReportGuesses = async () => {
  throw new Error('nobody is there')
}

describe('the limit of password checks', () => {
  /** The waits of `count` immediate guesses; `null` if rejected. */
  const waits = (guesses: PasswordGuesses, count: number, address: (number: number) => string, now = 0) =>
    Array.from({ length: count }, (_, number) => {
      const guess = guesses.attempt(login(`wrong ${now} ${number}`, { from: address(number) }), now)
      guess?.answered(null)
      return guess?.waitMs ?? null
    })

  it('allows sixty at once per address, then two a second, and rejects waits longer than ten seconds', () => {
    const found = waits(new PasswordGuesses(alone), 200, () => HERE)
    expect(found.slice(0, 60)).toEqual(Array(60).fill(0))
    expect(found.slice(60, 63)).toEqual([500, 1_000, 1_500])
    expect(found.filter((wait) => wait === null)).toHaveLength(200 - 60 - 20)
  })

  it('allows three hundred at once from all addresses, then twenty a second', () => {
    const found = waits(new PasswordGuesses(alone), 10_000, (number) => `10.0.${number >> 8}.${number & 255}`)
    expect(found.filter((wait) => wait === 0)).toHaveLength(300)
    expect(found.filter((wait) => wait !== null && wait > 0)).toHaveLength(200)
  })

  it('ignores rejected attempts, so there is a free check half a second later', () => {
    const guesses = new PasswordGuesses(alone)
    waits(guesses, 100_000, () => HERE)
    expect(guesses.attempt(login('p'), 0)).toBeNull()
    expect(guesses.attempt(login('p'), 501)).not.toBeNull()
  })

  it('does not slow down other addresses or other users', () => {
    const guesses = new PasswordGuesses(alone)
    for (let second = 0; second < 60; second++) {
      waits(guesses, 1_000, () => HERE, second * 1000)
      expect(guesses.attempt(login('p', { from: '198.51.100.1' }), second * 1000)?.waitMs).toBe(0)
      expect(guesses.attempt(login('p', { username: 'other' }), second * 1000)?.waitMs).toBe(0)
    }
  })

  it('refunds a right password', () => {
    const guesses = new PasswordGuesses(alone)
    for (let count = 0; count < 5_000; count++) {
      const guess = guesses.attempt(login(`right ${count}`), 0)
      expect(guess?.waitMs).toBe(0)
      guess!.answered(SOMEBODY)
    }
  })

  it('refunds a password that could not be checked', () => {
    const guesses = new PasswordGuesses(alone)
    for (let count = 0; count < 5_000; count++) {
      const guess = guesses.attempt(login(`any ${count}`), 0)
      expect(guess?.waitMs).toBe(0)
      guess!.unanswered()
    }
  })

  it('never delays a login that succeeded from this address before, until its password is wrong', () => {
    const guesses = new PasswordGuesses(alone)
    guesses.attempt(login('right'), 0)!.answered(SOMEBODY)
    waits(guesses, 5_000, (number) => `10.0.${number >> 8}.${number & 255}`)
    waits(guesses, 5_000, () => HERE)
    expect(guesses.attempt(login('right', { from: '198.51.100.1' }), 0)).toBeNull()
    const known = guesses.attempt(login('right'), 0)
    expect(known?.waitMs).toBe(0)
    known!.answered(null)
    expect(guesses.attempt(login('right'), 0)).toBeNull()
  })
})

it('bounds the memory for any number of user names of any length', () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const heap = () => {
    collect()
    return process.memoryUsage().heapUsed
  }
  const [guesses, storm] = [new PasswordGuesses(alone), new ReconnectLimits()]
  const before = heap()
  for (let count = 0; count < 60_000; count++) {
    const name = Buffer.alloc(1_500, `${count} `).toString('latin1')
    const from = `10.${count >> 16}.${(count >> 8) & 255}.${count & 255}`
    const stranger = login('x', { username: name, from })
    storm.delayMs(stranger.key, SOMEBODY, count)
    guesses.attempt(stranger, count)?.answered(count % 2 === 0 ? SOMEBODY : null)
  }
  // The names alone would take 180 MB.
  expect((heap() - before) / 2 ** 20).toBeLessThan(40)
  expect(storm.delayMs(login('someone else').key, SOMEBODY, 60_000)).toBe(0)
  expect(guesses.attempt(login('p'), 60_000)?.waitMs).toBe(0)
})

describe('the caster', () => {
  const { cdmx, toluca } = STATIONS
  let caster: TestCaster

  beforeAll(async () => {
    caster = await TestCaster.start()
    await caster.service.saveStations(cdmx, toluca)
    await flowingBase(caster, cdmx)
  })
  afterAll(() => caster.stop())

  const issue = () => caster.issue({ station_codigo: 'CDMX' })
  const guess = ({ username }: Login, number: number) =>
    Peer.open(caster.port, rev1Request(cdmx.mountpoint, username, `guess ${number}`))

  it('checks about eighty of 120 guesses within ten seconds, and admits the rover that was connected before', async () => {
    const own = await issue()
    ;(await caster.rover(own, cdmx.mountpoint)).close()
    const peers = await Promise.all(Array.from({ length: 120 }, (_, number) => guess(own, number)))
    const answers = (status: number) => peers.filter(({ text }) => statusOf(text) === status).length
    await expect.poll(() => answers(503), { timeout: 90_000 }).toBeGreaterThanOrEqual(20)
    const rover = await caster.rover(own, cdmx.mountpoint)
    rover.close()
    const told = peers.find(({ text }) => statusOf(text) === 503)!.text
    expect(told).toContain('Too many wrong passwords for this user')
    expect(told).toContain('\r\nRetry-After: 10\r\n')
    await expect.poll(() => answers(401) + answers(503), { timeout: 90_000 }).toBe(120)
    expect(answers(401)).toBeLessThan(100)
    const reasons = async () => (await refusalsOf(caster, own.username)).map(({ reason }) => reason).sort()
    await expect.poll(reasons).toEqual(['bad_password', 'guessed_at'])
    for (const peer of peers) peer.close()
  }, 60_000)

  it('shares the count of guesses with other casters, and still admits the right password elsewhere', async () => {
    const own = await caster.issue()
    const other = await caster.addNode()
    const there = other.caster.address.port
    await flowingBase(caster, toluca, other)
    const answersOf = async (port: number) => {
      const login = (number: number) => rev1Request('RED', own.username, `guess ${number}`)
      const said = await Promise.all(Array.from({ length: 60 }, (_, number) => ask(port, login(number))))
      return Object.groupBy(said.map(statusOf), String)
    }
    expect(await answersOf(caster.port)).toMatchObject({ 401: { length: 60 } })
    // Guesses that were under way before the count was known here, and guesses that wait for up to ten seconds.
    const { 401: seen, 503: unseen } = await answersOf(there)
    expect(seen!.length).toBeLessThanOrEqual(5 + 10 + 20 + 10)
    expect(unseen!.length).toBe(60 - seen!.length)
    // From another address, because each address has its own allowance.
    const elsewhere = await Peer.open(there, rev1Request('RED', own.username, own.password), '127.0.0.9')
    await elsewhere.until('ICY 200 OK')
    elsewhere.close()
  }, 60_000)

  it('answers an unknown user and a wrong password identically', async () => {
    const { username } = await issue()
    const undated = (answer: string) => answer.replace(/Date: [^\r]*/, '')
    const wrong = await askRev1(caster.port, cdmx.mountpoint, { username, password: 'wrong' })
    const unknown = await askRev1(caster.port, cdmx.mountpoint, { username: 'nobody', password: 'wrong' })
    expect(undated(wrong)).toBe(undated(unknown))
    await expect.poll(() => refusalsOf(caster, username)).toMatchObject([{ reason: 'bad_password' }])
    await expect.poll(() => refusalsOf(caster, 'nobody')).toMatchObject([{ reason: 'unknown_user' }])
  })

  it('logs at most a few lines for rejected pushes', async () => {
    const push = () => ask(caster.port, `SOURCE wrong /${cdmx.mountpoint}\r\n\r\n`)
    expect(new Set(await Promise.all(Array.from({ length: 20 }, push)))).toEqual(new Set(['ERROR - Bad Password\r\n']))
    expect(caster.log.filter((line) => line.includes('Rejected a push'))).toHaveLength(3)
  })
})
