// The short form of `npm run test:abuse`.
import { expect, it } from 'vitest'
import { abuse } from './run.ts'

it('no caller stops it for others', { timeout: 900_000 }, async () => {
  const lines: string[] = []
  const { problems, rows } = await abuse({ scale: 0.1, hasty: true, log: (line) => lines.push(line) })
  console.log(lines.join('\n'))
  expect([...problems, ...rows.flatMap((row) => row.problems.map((problem) => `${row.name}: ${problem}`))]).toEqual([])
})
