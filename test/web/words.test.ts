// User-visible texts are in dictionaries, in both languages, and nowhere else.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'

const WEB = fileURLToPath(new URL('../../web/src/', import.meta.url))
const files = (language: string) =>
  readdirSync(join(WEB, 'words', language), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .sort()

const load = async (language: 'es' | 'en', file: string) =>
  (await import(join(WEB, 'words', language, file)))[language] as Record<string, unknown>

/** Every leaf with its path. Functions are called with sample arguments; their texts must not be empty either. */
function leaves(words: unknown, path = ''): [path: string, text: string][] {
  if (typeof words === 'string') return [[path, words]]
  if (typeof words === 'function')
    return [[`${path}()`, String(words(...Array.from({ length: words.length }, () => 2)))]]
  return Object.entries(words as object).flatMap(([key, value]) => leaves(value, `${path}/${key}`))
}

describe('the dictionaries', () => {
  it('have the same files in both languages', () => {
    expect(files('en')).toEqual(files('es'))
  })

  it.each(files('es'))('%s: lacks no key and has no empty text', async (file) => {
    const [es, en] = [leaves(await load('es', file)), leaves(await load('en', file))]
    expect(en.map(([path]) => path)).toEqual(es.map(([path]) => path))
    for (const [path, text] of [...es, ...en]) expect(text.trim(), path).not.toBe('')
  })
})

describe('a component', () => {
  const components = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'))
  /** Attributes with visible or spoken text. */
  const READ = ['label', 'title', 'placeholder', 'aria-label', 'description', 'alt']
  /** Product names and units are the same in every language. */
  const SAME_EVERYWHERE = /^(Vértice|VRS|NTRIP|RTCM|ms|km|Hz|https:\/\/)$/
  const isText = (text: string) => /\p{L}{2,}/u.test(text) && !SAME_EVERYWHERE.test(text.trim())

  it.each(components)('%s has no texts of its own', (name) => {
    const { program } = parseSync(name, readFileSync(join(WEB, name), 'utf8'))
    const found: string[] = []
    visit(program, (node) => {
      if (node.type === 'JSXText') found.push(String(node.value).trim())
      if (node.type !== 'JSXAttribute') return
      const { name, value } = node as unknown as {
        name: { name: string }
        value: { type: string; value: string } | null
      }
      if (READ.includes(name.name) && value?.type === 'Literal') found.push(value.value)
    })
    expect(found.filter(isText)).toEqual([])
  })
})

interface Node {
  readonly type: string
  readonly value?: unknown
}

function visit(node: unknown, each: (node: Node) => void): void {
  if (Array.isArray(node)) for (const child of node) visit(child, each)
  else if (node !== null && typeof node === 'object') {
    if ('type' in node) each(node as Node)
    for (const child of Object.values(node)) visit(child, each)
  }
}
