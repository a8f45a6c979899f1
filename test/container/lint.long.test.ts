// What linters say about the Dockerfile and the compose files, and what the Dockerfile promises that no linter knows of.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DCLinter } from 'dclint'
import { validate } from 'dockerfile-utils'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../../src/base/config/config.ts'

const text = readFileSync(join(projectRoot, 'Dockerfile'), 'utf8')

describe('the Dockerfile', () => {
  const instructions = Array.from(
    text.replace(/^#.*\n/gm, '').matchAll(/^([A-Z]+) ((?:.*\\\n)*.*)$/gm),
    ([whole, keyword, content]) => ({ whole, keyword, content: content! }),
  )
  const all = (keyword: string) => instructions.filter((one) => one.keyword === keyword)
  const lastStage = instructions.slice(instructions.indexOf(all('FROM').at(-1)!))
  const inLast = (keyword: string) => lastStage.filter((one) => one.keyword === keyword)
  const argumentsOf = (keyword: string) => inLast(keyword).map((one) => one.content)

  it('is without fault', () => {
    expect(validate(text).map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([])
  })

  it('takes every stage from one base, with a tag', () => {
    expect(all('ARG').map((one) => one.content)).toEqual(['BASE=node:24-slim'])
    for (const from of all('FROM')) expect(from.content).toMatch(/^\$\{BASE\}( AS \w+)?$/)
  })

  it('ends in a stage into which only what was installed is copied', () => {
    expect(inLast('COPY').map((one) => one.whole)).toEqual(['COPY --from=installed /opt/vertice /usr/local'])
    expect(inLast('ADD')).toEqual([])
  })

  it('installs no more of Debian than it names, and keeps no lists', () => {
    const installing = all('RUN').filter((one) => one.content.includes('apt-get install'))
    expect(installing).toHaveLength(1)
    const [content] = installing.map((one) => one.content)
    for (const part of ['apt-get update', '--no-install-recommends', 'rm -rf /var/lib/apt/lists/*'])
      expect(content).toContain(part)
  })

  it('runs as a number that is not root, with one volume, a health check and programs without a shell around them', () => {
    expect(argumentsOf('USER')).toEqual(['10001:0'])
    expect(argumentsOf('VOLUME')).toEqual(['/data'])
    expect(argumentsOf('ENV')).toEqual(['NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data'])
    expect(argumentsOf('HEALTHCHECK')).toEqual([expect.stringMatching(/CMD \["node", .*\/readyz/s)])
    for (const keyword of ['ENTRYPOINT', 'CMD'])
      expect(argumentsOf(keyword)).toEqual([expect.stringMatching(/^\[".*"\]$/)])
  })
})

/** How keys and services are sorted is a matter of taste; images that are built have a name as well; and ports are for IPv6 too. */
const LEFT_ALONE = [
  'no-build-and-image',
  'no-unbound-port-interfaces',
  'require-quotes-in-ports',
  'service-dependencies-alphabetical-order',
  'service-keys-order',
  'service-ports-alphabetical-order',
  'services-alphabetical-order',
  'top-level-properties-order',
]

/** Its own types do not reach so far. */
interface Result {
  readonly messages: readonly { readonly line: number; readonly rule: string; readonly message: string }[]
}

it.each(['compose.yaml', 'deploy/compose.yaml'])(
  '%s keeps to the schema of compose files, and the linter has no doubts',
  (file) => {
    const rules = Object.fromEntries(LEFT_ALONE.map((name) => [name, 0 as const]))
    const linter = new DCLinter({ rules, quiet: false, debug: false, exclude: [] })
    const [result] = linter.lintFiles([join(projectRoot, file)], false) as Result[]
    expect(result!.messages.map(({ line, rule, message }) => `${line}: ${message} (${rule})`)).toEqual([])
  },
)
