// The short form of `npm run fuzz`. Inputs that crash are kept as files, to be committed with the fix. The seed is
// fixed, so that findings are due to the change under test; the command uses a new seed each time.
import { expect, it } from 'vitest'
import { sized } from '../support/size.ts'
import { keep } from './kept.ts'
import { fuzzTarget } from './run.ts'
import { TARGETS } from './targets/all.ts'

const seed = 12
const seconds = sized({ ci: 0.25, nightly: 20 })

it.each(TARGETS.map(({ name }) => name))(`%s survives ${seconds} s of mutated input (seed ${seed})`, async (name) => {
  const { executions, crashes } = await fuzzTarget(name, seconds, seed)
  expect(executions).toBeGreaterThan(10)
  expect(crashes.map(({ input, what }) => `${what}\nkept as ${keep(name, input)}`)).toEqual([])
})
