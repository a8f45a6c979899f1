import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { failureOf } from './engine.ts'
import { KEPT_FOLDER, keptInputs } from './kept.ts'
import { TARGETS } from './targets/all.ts'

describe.each(TARGETS.map((target) => [target.name, target] as const))('%s', (name, target) => {
  it('accepts its seeds', () => {
    for (const seed of target.seeds) expect(failureOf(target, seed)).toBeNull()
  })

  it.each(keptInputs(name).map(({ file, input }) => [file, input] as const))('survives %s', (_, input) => {
    expect(failureOf(target, input)).toBeNull()
  })
})

it('has no kept inputs of removed targets', () => {
  const names = TARGETS.map(({ name }) => name)
  expect(readdirSync(KEPT_FOLDER).filter((folder) => !names.includes(folder))).toEqual([])
})
