// npm run build: writes dist/, which "npm pack ./dist" packs for "npm i -g".
import { fileURLToPath } from 'node:url'
import { buildRelease } from './release/build.ts'
import { usage } from './usage.ts'

usage(`
usage: npm run build

Builds a release: the server as JavaScript, the browser app and the packages that it needs. Writes dist/, which is emptied first.
"npm run pack" packs it.
`)

await buildRelease(fileURLToPath(new URL('../dist', import.meta.url)))
