// Writes the types of both clients from the description: npm run client:types. A test holds the files against it.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Document, readContract } from './client-types/contract.ts'
import { pythonTypes } from './client-types/python.ts'
import { typescriptTypes } from './client-types/typescript.ts'
import { description } from './description.ts'

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** Each file that is made of the description, by its path in the checkout. */
export function clientTypes(document: Document): Record<string, string> {
  const contract = readContract(document)
  return {
    'clients/typescript/src/schema.ts': typescriptTypes(contract),
    'clients/python/vertice_client/schema.py': pythonTypes(contract),
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, text] of Object.entries(clientTypes(JSON.parse(await description())))) writeFileSync(at(path), text)
}
