// Linters for the Dockerfile and the compose files, and properties of the Dockerfile that no linter checks.
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

  it('has no lint errors', () => {
    expect(validate(text).map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([])
  })

  it('uses one tagged base image for every stage', () => {
    expect(all('ARG').map((one) => one.content)).toEqual(['BASE=node:24-slim'])
    for (const from of all('FROM')) expect(from.content).toMatch(/^\$\{BASE\}( AS \w+)?$/)
  })

  it('copies only the installed release into its last stage', () => {
    expect(inLast('COPY').map((one) => one.whole)).toEqual(['COPY --from=installed /opt/vertice /usr/local'])
    expect(inLast('ADD')).toEqual([])
  })

  it('installs only the named Debian packages, and keeps no package lists', () => {
    const installing = all('RUN').filter((one) => one.content.includes('apt-get install'))
    expect(installing).toHaveLength(1)
    const [content] = installing.map((one) => one.content)
    for (const part of ['apt-get update', '--no-install-recommends', 'rm -rf /var/lib/apt/lists/*'])
      expect(content).toContain(part)
  })

  it('runs as a numeric non-root user, with one volume, a health check and exec-form commands', () => {
    expect(argumentsOf('USER')).toEqual(['10001:0'])
    expect(argumentsOf('VOLUME')).toEqual(['/data'])
    expect(argumentsOf('ENV')).toEqual(['NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data'])
    expect(argumentsOf('HEALTHCHECK')).toEqual([expect.stringMatching(/CMD \["node", .*\/readyz/s)])
    for (const keyword of ['ENTRYPOINT', 'CMD'])
      expect(argumentsOf(keyword)).toEqual([expect.stringMatching(/^\[".*"\]$/)])
  })
})

/** Sorting is a matter of taste, images that are built also have a name, and ports include IPv6. */
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

/** Not covered by the linter's own types. */
interface Result {
  readonly messages: readonly { readonly line: number; readonly rule: string; readonly message: string }[]
}

it.each(['compose.yaml', 'deploy/compose.yaml'])('%s is a valid compose file without lint warnings', (file) => {
  const rules = Object.fromEntries(LEFT_ALONE.map((name) => [name, 0 as const]))
  const linter = new DCLinter({ rules, quiet: false, debug: false, exclude: [] })
  const [result] = linter.lintFiles([join(projectRoot, file)], false) as Result[]
  expect(result!.messages.map(({ line, rule, message }) => `${line}: ${message} (${rule})`)).toEqual([])
})
