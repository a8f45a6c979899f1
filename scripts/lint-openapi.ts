// Is the description that the service publishes a good one? Redocly's strict rules and Spectral's for OpenAPI, none switched off, on the
// very bytes that GET /docs/openapi.json answers with. An error, a warning or a hint fails.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { description as publishedDescription } from './description.ts'

const DEADLINE_MS = 60_000
const require = createRequire(import.meta.url)

const description = await publishedDescription()
const found = { 'redocly recommended-strict': redocly(description), 'spectral:oas': await spectral(description) }
for (const [rules, problems] of Object.entries(found)) {
  for (const problem of problems) console.error(problem)
  console.log(`openapi: ${problems.length} errors and warnings (${rules})`)
}
if (Object.values(found).flat().length > 0) process.exitCode = 1

interface RedoclyResult {
  readonly problems: readonly { severity: string; ruleId: string; message: string; location: { pointer?: string }[] }[]
}

function redocly(description: string): string[] {
  const command = join(dirname(require.resolve('@redocly/cli/package.json')), 'bin', 'cli.js')
  // A folder of its own: a configuration beside the description would be read, and none shall loosen the rules.
  const folder = mkdtempSync(join(tmpdir(), 'vertice-lint-'))
  try {
    const file = join(folder, 'openapi.json')
    writeFileSync(file, description)
    const options = ['--extends=recommended-strict', '--format=json', '--max-problems=1000']
    const { stdout, stderr, error } = spawnSync(process.execPath, [command, 'lint', file, ...options], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      timeout: DEADLINE_MS,
      // Nothing about the run leaves the machine, and nobody is asked for a newer version.
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    })
    if (error) throw error
    if (!stdout.trimStart().startsWith('{')) return [`redocly did not answer with a result:\n${stdout}${stderr}`]
    return (JSON.parse(stdout) as RedoclyResult).problems.map(
      ({ severity, ruleId, message, location }) =>
        `${severity} ${ruleId}: ${message} at ${location[0]?.pointer ?? '#'}`,
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

interface SpectralProblem {
  readonly severity: number
  readonly code: string
  readonly message: string
  readonly path: readonly (string | number)[]
}

/** Its parts instead of its command, which brings a hundred packages more. */
async function spectral(description: string): Promise<string[]> {
  const { Spectral } = require('@stoplight/spectral-core')
  const { oas } = require('@stoplight/spectral-rulesets')
  const linter = new Spectral()
  linter.setRuleset({ extends: [[oas, 'recommended']] })
  const problems: readonly SpectralProblem[] = await linter.run(description)
  return problems.map(
    ({ severity, code, message, path }) =>
      `${['error', 'warning', 'information', 'hint'][severity]} ${code}: ${message} at #/${path.join('/')}`,
  )
}
