// The short form of `npm run test:abuse`.
import { expect, it } from 'vitest'
import { sized } from '../support/size.ts'
import { abuse } from './run.ts'

it('keeps serving others during attacks', { timeout: sized({ ci: 900_000, nightly: 3_600_000 }) }, async () => {
  const lines: string[] = []
  const { problems, rows } = await abuse({
    scale: sized({ ci: 0.1, nightly: 1 }),
    hasty: true,
    log: (line) => lines.push(line),
  })
  console.log(lines.join('\n'))
  expect([...problems, ...rows.flatMap((row) => row.problems.map((problem) => `${row.name}: ${problem}`))]).toEqual([])
})
