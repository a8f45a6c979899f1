// Password guessing is throttled across all nodes, without locking out the real user.
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { known, PasswordHasher, stranger } from '../../../../src/base/passwords/password-hasher.ts'
import { Refusal } from '../../../../src/domain/codes/refusal.ts'
import { type Counter, counted, RULES, waitOf } from '../../../../src/domain/people/login-throttle.ts'
import { expectProblem } from '../../../support/problems.ts'
import { PASSWORD, TestConsole } from '../support.ts'

let site: TestConsole
beforeAll(async () => {
  site = await TestConsole.start()
})
afterAll(() => site.stop())
beforeEach(() => site.db.pool.query('delete from login_throttles'))

const START = Date.UTC(2026, 10, 14)
const at = (seconds: number) => site.service.at(new Date(START + seconds * 1000))
const WRONG = 'wrong horse battery'

describe('the throttle rule', () => {
  const counterOf = (failures: number): Counter => {
    let counter: Counter = { failures: 0, lastAt: new Date(START), blockedUntil: null }
    for (let count = 0; count < failures; count++) counter = counted(counter, RULES.pair, new Date(START))
    return counter
  }
  const wait = (failures: number) => waitOf(counterOf(failures), new Date(START)) / 1000

  it('allows five attempts, then doubles the delay from one second to 15 minutes', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8].map(wait)).toEqual([0, 0, 0, 0, 1, 2, 4, 8])
    expect([14, 15, 16, 100, 5000].map(wait)).toEqual([512, 900, 900, 900, 900])
  })

  it('resets after a day without attempts', () => {
    expect(counted(counterOf(50), RULES.pair, new Date(START + 86_399_999)).failures).toBe(51)
    expect(counted(counterOf(50), RULES.pair, new Date(START + 86_400_000)).failures).toBe(1)
  })
})

describe('attempts on one account from one address', () => {
  it('get a 429 with Retry-After after five failures, without hashing any password', async () => {
    const { email } = await site.user()
    at(0)
    for (let count = 0; count < 5; count++)
      expectProblem(await site.browser().login(email, WRONG), 401, 'wrong_credentials')
    const before = site.hasher.verified
    for (const password of [WRONG, PASSWORD]) {
      const refused = await site.browser().login(email, password)
      expectProblem(refused, 429, 'too_many_attempts')
      expect(refused.headers['retry-after']).toBe('1')
    }
    expect(site.hasher.verified).toBe(before)
    at(1)
    expect((await site.browser().login(email)).status).toBe(200)
    expectProblem(await site.browser().login(email, WRONG), 401, 'wrong_credentials') // the count was reset
  })

  it('wait longer after each failure; throttled attempts do not count', async () => {
    at(0)
    const fail = async () => (await site.browser().login('nobody@example.mx', WRONG)).status
    for (let count = 0; count < 5; count++) expect(await fail()).toBe(401)
    for (let count = 0; count < 20; count++) expect(await fail()).toBe(429)
    at(1)
    expect([await fail(), await fail()]).toEqual([401, 429])
    at(2.9)
    expect(await fail()).toBe(429)
    at(3)
    expect([await fail(), await fail()]).toEqual([401, 429])
  })

  it('are all counted if concurrent, across two nodes', async () => {
    const { email } = await site.user()
    const node = await site.anotherNode()
    onTestFinished(() => node.close())
    at(0)
    const before = site.hasher.verified
    const crowd = Array.from({ length: 40 }, (_, i) =>
      site.browser('203.0.113.9', i % 2 ? node : site.app).login(email, WRONG),
    )
    const statuses = (await Promise.all(crowd)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(35)
    expect(site.hasher.verified - before).toBe(5)
  })

  it('do not delay the same user elsewhere', async () => {
    const { email } = await site.user()
    at(0)
    for (let count = 0; count < 6; count++) await site.browser('203.0.113.66').login(email, WRONG)
    expect((await site.browser('203.0.113.66').login(email)).status).toBe(429)
    expect((await site.browser('198.51.100.20').login(email)).status).toBe(200)
  })

  it('count an IPv6 /64 as one address', async () => {
    at(0)
    for (let count = 0; count < 5; count++)
      await site.browser(`2001:db8:1:2::${count + 1}`).login('nobody@example.mx', WRONG)
    expect((await site.browser('2001:db8:1:2:ffff::1').login('nobody@example.mx', WRONG)).status).toBe(429)
    expect((await site.browser('2001:db8:1:3::1').login('nobody@example.mx', WRONG)).status).toBe(401)
  })
})

describe('attempts on many accounts from one address', () => {
  it('are throttled after thirty, and a successful login of the attacker does not reset the count', async () => {
    const { email } = await site.user()
    at(0)
    const guess = (i: number) => site.browser('203.0.113.80').login(`victim-${i}@example.mx`, WRONG)
    for (let i = 0; i < 29; i++) expect((await guess(i)).status).toBe(401)
    expect((await site.browser('203.0.113.80').login(email)).status).toBe(200)
    expect((await guess(30)).status).toBe(401)
    expect((await guess(31)).status).toBe(429)
    at(1)
    expect((await site.browser('203.0.113.80').login(email)).status).toBe(200)
    expect((await guess(32)).status).toBe(401)
    at(2)
    expect((await guess(33)).status).toBe(429) // the delay is two seconds now
  })
})

describe('attempts on one account from many addresses', () => {
  it('wait at most a minute, and not at all in a browser known to the user', async () => {
    const { email, browser } = await site.user()
    await browser.post('/logout')
    at(0)
    for (let i = 0; i < 30; i++) {
      at(60 * i)
      expect((await site.browser(`198.18.0.${i + 1}`).login(email, WRONG)).status).toBe(401)
    }
    const stranger = await site.browser('198.18.1.2').login(email)
    expectProblem(stranger, 429, 'too_many_attempts')
    expect(stranger.headers['retry-after']).toBe('60')

    expect((await browser.login(email)).status).toBe(200)
  })

  it('treat a browser known to one user as unknown to another', async () => {
    const [ana, eva] = [await site.user(), await site.user()]
    at(0)
    for (let i = 0; i < 5; i++) expect((await ana.browser.login(eva.email, WRONG)).status).toBe(401)
    expect((await ana.browser.login(eva.email)).status).toBe(429)
    expect((await ana.browser.login(ana.email)).status).toBe(200)
  })

  it('count a known browser separately', async () => {
    const { email, browser } = await site.user()
    at(0)
    for (let i = 0; i < 10; i++) expect((await browser.login(email, WRONG)).status).toBe(401)
    expect((await browser.login(email)).status).toBe(429)
    at(1)
    expect((await browser.login(email)).status).toBe(200)
  })
})

describe('password hashing', () => {
  const quick = () => new PasswordHasher({ memoryKiB: 1024, passes: 1 })
  const refusedIn = (crowd: PromiseSettledResult<boolean>[]) => crowd.filter((each) => each.status === 'rejected')

  it('limits concurrency and rejects requests beyond the queue limit', async () => {
    const hasher = quick()
    const crowd = await Promise.allSettled(
      Array.from({ length: 60 }, (_, i) => hasher.verify(PASSWORD, null, stranger(`198.18.0.${i}`))),
    )
    expect(crowd.filter(({ status }) => status === 'fulfilled')).toHaveLength(42)
    const [refused] = refusedIn(crowd)
    expect(refused!.reason).toBeInstanceOf(Refusal)
    expect(refused!.reason.code).toBe('busy')
    expect(await hasher.verify(PASSWORD, await hasher.hash(PASSWORD, known(1)), known(1))).toBe(true)
  })

  // The order of turns is tested in test/base/limits/fair-turns.test.ts.
  it('allows one address ten places in the queue', async () => {
    const hasher = quick()
    const ask = (from: string) => hasher.verify(PASSWORD, null, stranger(from))
    const greedy = Promise.allSettled(Array.from({ length: 30 }, () => ask('198.18.0.1')))
    expect(await ask('198.18.0.2')).toBe(false)
    expect(refusedIn(await greedy)).toHaveLength(18)
  })

  it('uses 64 MiB and two passes by default', async () => {
    const hash = await new PasswordHasher().hash(PASSWORD, known(1))
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=2,p=1\$/)
  })
})
