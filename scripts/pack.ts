// npm run pack: builds the tarball of a release.
import { fileURLToPath } from 'node:url'
import { packRelease } from './release/build.ts'
import { usage } from './usage.ts'

usage(`
usage: npm run pack

Builds a release and packs it for "npm install --global". Writes dist/ and vertice-VERSION.tgz in the checkout.
`)

console.log(await packRelease(fileURLToPath(new URL('..', import.meta.url))))
