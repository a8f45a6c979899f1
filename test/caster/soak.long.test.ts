// The short form of `npm run soak`.
import { expect, it } from 'vitest'
import { soak } from '../soak/soak.ts'
import { sized } from '../support/size.ts'

it('delivers every frame once while nodes restart, rovers reconnect and credentials are revoked', {
  timeout: sized({ ci: 120_000, nightly: 600_000 }),
}, async () => {
  const lines: string[] = []
  const { problems } = await soak({
    epochs: sized({ ci: 600, nightly: 20_000 }),
    epochsPerSecond: 120,
    log: (line) => lines.push(line),
  })
  console.log(lines.join('\n'))
  expect(problems).toEqual([])
})
