// The short form of `npm run test:crash`.
import { expect, it } from 'vitest'
import { crashTest } from '../crash/crash.ts'
import { sized } from '../support/size.ts'

it('keeps every acknowledged change and delivers every event once, whatever process is killed', {
  timeout: sized({ ci: 300_000, nightly: 900_000 }),
}, async () => {
  const lines: string[] = []
  const { problems, counts } = await crashTest({
    seconds: sized({ ci: 10, nightly: 180 }),
    log: (line) => lines.push(line),
  })
  console.log(lines.join('\n'))
  expect(problems).toEqual([])
  const { events } = counts as { events: Record<string, number> }
  for (const type of ['credential.issued', 'credential.expired', 'credential.revoked'])
    expect(events[type], type).toBeGreaterThan(0)
})
