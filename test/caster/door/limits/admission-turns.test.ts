import { Socket } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { AdmissionTurns, type Turn, type Waited } from '../../../../src/caster/door/limits/admission-turns.ts'
import { type Login, loginOf, PasswordGuesses } from '../../../../src/caster/door/limits/password-guesses.ts'

const FLEET = { id: 1, maxSessions: 1_000 }
const SINGLE = { id: 2, maxSessions: 1 }

/** A door whose admission checks are answered by the test. */
function door() {
  const guesses = new PasswordGuesses(async (takenMs) => takenMs)
  const turns = new AdmissionTurns(guesses)
  const came: Waited[] = []
  const come = (login: Login, socket = new Socket()) => {
    void Promise.resolve(turns.next(socket, login)).then((waited) => came.push(waited))
    return socket
  }
  const answer = (login: Login, turn: Waited, holder: typeof FLEET | null) => {
    guesses.attempt(login, performance.now())?.answered(holder)
    ;(turn as Turn).answered(holder)
    ;(turn as Turn).over()
  }
  const settled = () => new Promise<void>((resolve) => process.nextTick(() => setImmediate(resolve)))
  return { came, come, answer, settled }
}

const login = (address = '203.0.113.7') => loginOf({ username: 'user', password: 'password' }, address)
const counts = (came: readonly Waited[]) => ({
  turns: came.filter((waited) => typeof waited !== 'string').length,
  told: came.filter((waited) => typeof waited === 'string'),
})

describe('attempts with a login that has not been verified', () => {
  it('are checked ten at a time; the first success admits the whole fleet behind that address', async () => {
    const { came, come, answer, settled } = door()
    for (let count = 0; count < 1_000; count++) come(login())
    await settled()
    expect(counts(came)).toEqual({ turns: 10, told: [] })
    answer(login(), came[0]!, FLEET)
    await settled()
    expect(counts(came)).toEqual({ turns: 1_000, told: [] })
  })

  it('proceed one by one across many addresses, after each right or wrong answer', async () => {
    const { came, come, answer, settled } = door()
    const logins = Array.from({ length: 300 }, (_, place) => login(`10.0.${place >> 8}.${place & 255}`))
    for (const one of logins) come(one)
    await settled()
    for (let asked = 0; asked < 100; asked++) {
      answer(logins[asked]!, came[asked]!, asked % 2 === 0 ? FLEET : null)
      await settled()
      expect(counts(came)).toEqual({ turns: 11 + asked, told: [] })
    }
  })

  it('are limited to ten for a single-session credential; the newest of the rest waits, others get too_often', async () => {
    const { came, come, answer, settled } = door()
    for (let count = 0; count < 30; count++) come(login())
    await settled()
    for (const turn of [...came]) answer(login(), turn, SINGLE)
    await settled()
    expect(counts(came)).toEqual({ turns: 10, told: Array(19).fill('too_often') })
  })

  it('do not report too_often to clients that left while they waited', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const { came, come, answer, settled } = door()
    for (let count = 0; count < 10; count++) come(login())
    await settled()
    for (const turn of [...came]) answer(login(), turn, SINGLE)
    const first = come(login())
    await settled()
    first.destroy()
    const second = come(login())
    await settled()
    second.destroy()
    vi.advanceTimersByTime(3_500)
    await settled()
    expect(counts(came)).toEqual({ turns: 10, told: ['gone', 'gone'] })
  })

  it('are all answered unavailable when no check was answered for ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const { came, come, settled } = door()
    for (let count = 0; count < 500; count++) come(login())
    await settled()
    vi.advanceTimersByTime(11_000)
    ;(came[0] as Turn).over() // the database did not answer
    await settled()
    expect(counts(came)).toEqual({ turns: 10, told: Array(490).fill('unavailable') })
    come(login())
    await settled()
    expect(counts(came).turns).toBe(11)
  })

  it('are not held up by clients that left while they were queued', async () => {
    const { came, come, answer, settled } = door()
    for (let count = 0; count < 10; count++) come(login())
    for (let count = 0; count < 5; count++) come(login()).destroy()
    come(login())
    await settled()
    answer(login(), came[0]!, null)
    await settled()
    expect(counts(came)).toEqual({ turns: 11, told: Array(5).fill('gone') })
  })
})
