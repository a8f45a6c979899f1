// npm run build: makes dist/, which "npm pack ./dist" packs for "npm i -g".
import { fileURLToPath } from 'node:url'
import { buildRelease } from './release/build.ts'

await buildRelease(fileURLToPath(new URL('../dist', import.meta.url)))
