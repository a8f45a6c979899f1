#!/usr/bin/env node
// Runs dist/main.js in an installed package, src/main.ts in a checkout.
import { existsSync } from 'node:fs'

const packed = new URL('../dist/main.js', import.meta.url)
const isPacked = existsSync(packed)
if (!isPacked && Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `vertice-bkg-bridge: a checkout needs Node 24 (this is ${process.version}); run "npx vertice-bkg-bridge"`,
  )
  process.exit(1)
}
const { main } = await import(isPacked ? packed : new URL('../src/main.ts', import.meta.url))
process.exitCode = await main(process.argv.slice(2))
