import { expect, it, onTestFinished } from 'vitest'
import { PasswordHasher } from '../../../../src/base/passwords/password-hasher.ts'
import { BASE_URL } from '../../../support/service.ts'
import { TestConsole } from '../support.ts'

const ATTACKERS = 60

it('admits users with a known browser during a flood of login attempts', async () => {
  const hasher = new PasswordHasher({ memoryKiB: 8192, passes: 1 })
  const site = await TestConsole.start(BASE_URL, {}, { hasher })
  onTestFinished(() => site.stop())
  const { email, browser } = await site.user()
  await browser.post('/logout')

  const statuses = new Map<number, number>()
  let over = false
  let guesses = 0
  const attacker = async () => {
    while (!over) {
      const guess = ++guesses
      const from = `198.18.${(guess >> 8) & 255}.${guess & 255}`
      const { status } = await site.browser(from).login(`victim-${guess}@example.mx`, 'wrong horse battery')
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  const flood = Promise.all(Array.from({ length: ATTACKERS }, attacker))
  while (!statuses.has(503)) await new Promise((resolve) => setTimeout(resolve, 20)) // the strangers’ queue is full

  const known: number[] = []
  for (let time = 0; time < 3; time++) {
    known.push((await browser.login(email)).status)
    await browser.post('/logout')
  }
  over = true
  await flood
  expect(known).toEqual([200, 200, 200])
  expect([...statuses.keys()].sort()).toEqual([401, 503])
})
