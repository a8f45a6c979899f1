import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { loginOf, PasswordGuesses } from '../../../../src/caster/door/limits/password-guesses.ts'
import { openDatabase } from '../../../../src/store/kit/database.ts'
import { addGuessDebts, deletePaidGuesses } from '../../../../src/store/sessions/guess-debts.ts'
import { makeDatabase } from '../../../support/service.ts'

let made: Awaited<ReturnType<typeof makeDatabase>>
beforeAll(async () => {
  made = await makeDatabase()
})
afterAll(() => made.drop())

const SOMEBODY = { id: 1, maxSessions: 1 }
let users = 0

/** Casters that share their counts, and a new user. */
function casters(count: number) {
  let questions = 0
  const guesses = Array.from(
    { length: count },
    () =>
      new PasswordGuesses((takenMs) => {
        questions += 1
        return addGuessDebts(made.db, takenMs)
      }),
  )
  const username = `user ${++users}`
  const attempt = (caster: number, password: string, from = '203.0.113.7') =>
    guesses[caster]!.attempt(loginOf({ username, password }, from), performance.now())
  /** Number of guesses without a wait, at most `most`. */
  const freeGuesses = async (caster: number, most: number, from?: (number: number) => string) => {
    for (let number = 0; number < most; number++) {
      const guess = attempt(caster, `wrong ${number}`, from?.(number))
      if (guess?.waitMs !== 0) return number
      await guess.answered(null)
    }
    return most
  }
  return { attempt, freeGuesses, questions: () => questions }
}

describe('several casters', () => {
  it('share the limit of sixty checks per address, with a few more until they know of each other', async () => {
    const { freeGuesses, attempt } = casters(3)
    const begun = performance.now()
    expect(await freeGuesses(0, 59)).toBe(59)
    const elsewhere = (await freeGuesses(1, 60)) + (await freeGuesses(2, 60))
    // One guess is regained every half second.
    const regained = (performance.now() - begun) / 500
    expect(elsewhere).toBeLessThanOrEqual(2 * 5 + regained + 1)
    expect(attempt(1, 'p', '198.51.100.1')?.waitMs).toBe(0)
  })

  it('share the limit of three hundred checks from all addresses', async () => {
    const { freeGuesses } = casters(2)
    const from = (number: number) => `10.0.${number >> 8}.${number & 255}`
    const begun = performance.now()
    expect(await freeGuesses(0, 299, from)).toBe(299)
    const elsewhere = await freeGuesses(1, 300, (number) => from(1_000 + number))
    expect(elsewhere).toBeLessThanOrEqual(5 + (performance.now() - begun) / 50 + 1)
  })

  it('do not query the database for right passwords or the first few wrong ones of a user', async () => {
    const { attempt, freeGuesses, questions } = casters(1)
    for (let number = 0; number < 100; number++) {
      const telling = attempt(0, `right ${number}`)!.answered(SOMEBODY)
      expect(telling).toBeUndefined()
    }
    expect(await freeGuesses(0, 4)).toBe(4)
    expect(questions()).toBe(0)
    expect(await freeGuesses(0, 20)).toBe(20)
    expect(questions()).toBe(4)
  })

  it('share one query when many clients guess at once', async () => {
    const { attempt, questions } = casters(1)
    const crowd = Array.from({ length: 250 }, (_, number) => attempt(0, `wrong ${number}`, `10.1.0.${number}`)!)
    await Promise.all(crowd.map((guess) => guess.answered(null)))
    expect(questions()).toBe(1)
  })

  it('count separately while the database is unavailable', async () => {
    const nowhere = openDatabase({ host: '127.0.0.1', port: 1, user: 'nobody', database: 'nowhere' }, 1)
    onTestFinished(() => nowhere.close())
    const guesses = new PasswordGuesses((takenMs) => addGuessDebts(nowhere, takenMs))
    const now = performance.now() // the same for all, because one guess is regained every half second
    const attempt = (number: number) =>
      guesses.attempt(loginOf({ username: 'x', password: `${number}` }, '203.0.113.7'), now)
    for (let number = 0; number < 60; number++) await attempt(number)!.answered(null)
    expect(attempt(61)!.waitMs).toBeGreaterThan(0)
  })
})

it('deletes paid debts of guesses and keeps open ones', async () => {
  const debts = new Map([
    ['paid', 0.001],
    ['owed', 3_600_000],
  ])
  await addGuessDebts(made.db, debts)
  await made.db.pool.query('select pg_sleep(0.01)')
  await deletePaidGuesses(made.db)
  expect(
    (await made.db.pool.query('select key from guess_debts where key = any ($1)', [[...debts.keys()]])).rows,
  ).toEqual([{ key: 'owed' }])
  expect((await addGuessDebts(made.db, new Map([['owed', 1_000]]))).get('owed')).toBeGreaterThan(3_500_000)
})
