// Two API processes on one database share their rate limits, so alternating between them gains nothing.
import { expect, it, onTestFinished } from 'vitest'
import { databaseUrlOf, onDatabase } from '../support/external-database.ts'
import { makeDataDir, RunningService, until } from '../support/process.ts'
import { makeDatabase } from '../support/service.ts'

const PER_MINUTE = 300

async function twoNodes(): Promise<[RunningService, RunningService]> {
  const { connection, drop } = await makeDatabase()
  onTestFinished(drop)
  const settings = onDatabase(databaseUrlOf(connection), {
    ROLES: 'api',
    RATE_LIMIT_PER_MINUTE: String(PER_MINUTE),
    TRUST_PROXY: '127.0.0.1',
  })
  const start = async () => {
    const node = await RunningService.start(makeDataDir(), settings)
    onTestFinished(async () => void (await node.stop()))
    return node
  }
  return [await start(), await start()]
}

let addresses = 0

/** Rate limit windows are clock minutes. Work that spans two minutes is repeated from another address. */
async function withinOneMinute<Result>(work: (address: string) => Promise<Result>): Promise<Result> {
  for (;;) {
    const minute = Math.floor(Date.now() / 60_000)
    const result = await work(`198.51.100.${++addresses}`)
    if (Math.floor(Date.now() / 60_000) === minute) return result
  }
}

async function statusAt(node: RunningService, path: string, address: string): Promise<number> {
  const response = await fetch(node.url + path, { headers: { 'x-forwarded-for': address } })
  await response.arrayBuffer()
  return response.status
}

it('allows thirty guesses at links per minute, and as many requests as a single node would', async () => {
  const nodes = await twoNodes()
  const guessed = await withinOneMinute((address) =>
    Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        statusAt(nodes[index % 2]!, `/c/1-${String(index).padStart(24, 'x')}`, address),
      ),
    ),
  )
  expect(guessed.filter((status) => status === 404)).toHaveLength(30)
  expect(guessed.filter((status) => status === 429)).toHaveLength(20)

  const asked = await withinOneMinute(async (address) => {
    await Promise.all(Array.from({ length: PER_MINUTE }, () => statusAt(nodes[0], '/api/v1/nothing', address)))
    let count = 0
    await until(async () => {
      count += 1
      return (await statusAt(nodes[1], '/api/v1/nothing', address)) === 429
    }, 60_000)
    return count
  })
  expect(asked).toBeLessThan(PER_MINUTE)
}, 300_000)
