// npm run client:types: writes the types of both clients from the API description, and the async modules of the Python
// client. A test checks that the committed files are up to date.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { description } from '../openapi/description.ts'
import { usage } from '../usage.ts'
import { asyncPython } from './async-python.ts'
import { type Document, readContract } from './contract.ts'
import { pythonTypes } from './python.ts'
import { typescriptTypes } from './typescript.ts'

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

const PYTHON = 'clients/python/vertice_client'

export function clientTypes(document: Document): Record<string, string> {
  const contract = readContract(document)
  return {
    'clients/typescript/src/schema.ts': typescriptTypes(contract),
    [`${PYTHON}/schema.py`]: pythonTypes(contract),
    ...Object.fromEntries(
      ['client', 'credentials', 'webhooks'].map((name) => [
        `${PYTHON}/_async_${name}.py`,
        asyncPython(readFileSync(at(`${PYTHON}/_${name}.py`), 'utf8')),
      ]),
    ),
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  usage(`
usage: npm run client:types

Writes the types of both clients from the API description (clients/typescript/src/schema.ts and
clients/python/vertice_client/schema.py), and the async modules of the Python client from the sync ones.
`)

  for (const [path, text] of Object.entries(clientTypes(JSON.parse(await description())))) writeFileSync(at(path), text)
}
