// Writes the types of both clients from the description: npm run client:types. A test holds the files against it.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { description } from '../openapi/description.ts'
import { usage } from '../usage.ts'
import { type Document, readContract } from './contract.ts'
import { pythonTypes } from './python.ts'
import { typescriptTypes } from './typescript.ts'

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** Each file that is made of the description, by its path in the checkout. */
export function clientTypes(document: Document): Record<string, string> {
  const contract = readContract(document)
  return {
    'clients/typescript/src/schema.ts': typescriptTypes(contract),
    'clients/python/vertice_client/schema.py': pythonTypes(contract),
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  usage(`
usage: npm run client:types

Writes the types of both clients from the API description: clients/typescript/src/schema.ts and
clients/python/vertice_client/schema.py.
`)

  for (const [path, text] of Object.entries(clientTypes(JSON.parse(await description())))) writeFileSync(at(path), text)
}
