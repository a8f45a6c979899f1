// Version 1 of the API only grows: nothing in its published description may disappear or narrow. The promise is the
// description in docs/openapi-v1.json, without texts and examples.
//
// npm run check:openapi             compares the current description with the promise
// npm run check:openapi -- --grow   compares, and adds new parts to the promise
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { usage } from '../usage.ts'
import { ACCEPTED } from './accepted.ts'
import { brokenPromises } from './changes.ts'
import { description } from './description.ts'
import { promiseOf } from './promise.ts'

usage(`
usage: npm run check:openapi [-- --grow]

Compares the published description with docs/openapi-v1.json and fails if version 1 lost or narrowed anything.

  --grow   if nothing is broken, writes the additions to docs/openapi-v1.json
`)

const file = fileURLToPath(new URL('../../docs/openapi-v1.json', import.meta.url))
const before = JSON.parse(readFileSync(file, 'utf8'))
const after = JSON.parse(await description())

const broken = brokenPromises(before, after)
const unknown = broken.filter((line) => !ACCEPTED.some(([start]) => line.startsWith(start)))
const outdated = ACCEPTED.filter(([start]) => !broken.some((line) => line.startsWith(start)))
for (const line of unknown) console.error(`broken: ${line}`)
for (const [start] of outdated) console.error(`accepted, but does not occur: ${start}`)
console.log(`openapi: ${unknown.length} broken promises of version 1, ${broken.length - unknown.length} accepted`)

if (unknown.length + outdated.length > 0) process.exitCode = 1
else if (process.argv.includes('--grow')) {
  writeFileSync(file, JSON.stringify(promiseOf(after), null, 2))
  execFileSync('biome', ['format', '--write', file], { stdio: 'inherit' })
  console.log(`openapi: ${file} holds the description of today; scripts/openapi/accepted.ts can be emptied`)
}
