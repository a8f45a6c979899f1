// npm run test:durations: saves the durations of the test files in the last runs, to be committed.
import { existsSync } from 'node:fs'
import { COMMITTED, MEASURED, readDurations, writeDurations } from '../../test/support/durations.ts'
import { usage } from '../usage.ts'

usage(`
usage: npm run test:durations

Writes test/durations.json from the durations of the last test runs in this checkout (build/test-durations.json). Vitest starts the longest
files first. Run it after .ci/run on an idle machine with two cores.
`)

const measured = { ...readDurations(COMMITTED), ...readDurations(MEASURED) }
const present = Object.entries(measured).filter(([path, seconds]) => existsSync(path) && seconds >= 1)
writeDurations(COMMITTED, Object.fromEntries(present.toSorted(([, one], [, other]) => other - one)))
console.log(`test/durations.json: ${present.length} files of a second or more`)
