import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { makeDataDir, makeToken, postmasterOf, RunningService, until } from '../support/process.ts'
import { sized } from '../support/size.ts'

const ROUNDS = sized({ ci: 2, nightly: 20 })
const CALLERS = 8

it('loses no acknowledged credential when the service is killed repeatedly', {
  timeout: sized({ ci: 240_000, nightly: 600_000 }),
}, async () => {
  const dataDir = makeDataDir()
  const token = await makeToken(dataDir)
  const answered: number[] = []

  for (let round = 0; round < ROUNDS; round++) {
    const service = await RunningService.start(dataDir)
    const before = answered.length
    let calling = true
    const callers = Array.from({ length: CALLERS }, async () => {
      while (calling) {
        const answer = await service
          .call('/api/v1/credentials', token, { method: 'POST', body: '{"segundos":3600}' })
          .catch(() => null)
        if (answer?.status !== 201) return
        const body = (await answer.json().catch(() => null)) as { credential: { id: number } } | null
        if (body) answered.push(body.credential.id)
      }
    })
    await until(() => answered.length > before + 1)
    await sleep(Math.random() * 700)
    // Every other round also kills the database, as in a power cut.
    const postmaster = postmasterOf(dataDir)!
    await service.killGroup()
    if (round % 2 === 1) process.kill(postmaster, 'SIGKILL')
    calling = false
    await Promise.all(callers)
  }

  const service = await RunningService.start(dataDir)
  const kept = new Set<number>()
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await service.json(`/api/v1/credentials?limit=1000${cursor && `&cursor=${cursor}`}`, token)
    for (const credential of page.credentials) kept.add(credential.id)
    cursor = page.next_cursor
  }
  await service.stop()
  console.log(`${ROUNDS} rounds of kill -9: ${answered.length} credentials answered, ${kept.size} kept`)
  expect(answered.length).toBeGreaterThan(ROUNDS)
  expect(answered.filter((id) => !kept.has(id))).toEqual([])
})
