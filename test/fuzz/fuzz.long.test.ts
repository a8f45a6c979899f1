// The short form of `npm run fuzz`. What it finds is kept as a file, to be committed with its mending. Always from the same
// beginning, so that what it finds is of the change that it is run for; the command goes new ways each time.
import { expect, it } from 'vitest'
import { sized } from '../support/size.ts'
import { keep } from './kept.ts'
import { fuzzTarget } from './run.ts'
import { TARGETS } from './targets/all.ts'

const seed = 12
const seconds = sized({ ci: 0.5, nightly: 20 })

it.each(TARGETS.map(({ name }) => name))(`%s survives ${seconds} s of mutated input (seed ${seed})`, async (name) => {
  const { executions, crashes } = await fuzzTarget(name, seconds, seed)
  expect(executions).toBeGreaterThan(10)
  expect(crashes.map(({ input, what }) => `${what}\nkept as ${keep(name, input)}`)).toEqual([])
})
