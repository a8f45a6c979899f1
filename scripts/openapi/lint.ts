// Lints the published description, the bytes that GET /docs/openapi.json returns, with Redocly's strict rules and two
// more. An error or a warning fails.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { usage } from '../usage.ts'
import { description } from './description.ts'

usage(`
usage: npm run lint:openapi

Lints the published description with Redocly's strict rules and two more. Every error or warning fails. Writes nothing.
`)

const DEADLINE_MS = 60_000
/** Redocly lets both pass by default. */
const MORE_RULES = { 'operation-tag-defined': 'error', 'info-contact': 'error' }
const RULES = { extends: ['recommended-strict'], rules: MORE_RULES }

const problems = redocly(await description())
for (const problem of problems) console.error(problem)
console.log(`openapi: ${problems.length} errors and warnings`)
if (problems.length > 0) process.exitCode = 1

interface RedoclyResult {
  readonly problems: readonly { severity: string; ruleId: string; message: string; location: { pointer?: string }[] }[]
}

function redocly(description: string): string[] {
  const manifest = createRequire(import.meta.url).resolve('@redocly/cli/package.json')
  const command = join(dirname(manifest), 'bin/cli.js')
  const folder = mkdtempSync(join(tmpdir(), 'vertice-lint-'))
  try {
    const file = join(folder, 'openapi.json')
    writeFileSync(file, description)
    writeFileSync(join(folder, 'redocly.yaml'), JSON.stringify(RULES))
    const options = ['--format=json', '--max-problems=1000']
    const { stdout, stderr, error } = spawnSync(process.execPath, [command, 'lint', file, ...options], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      timeout: DEADLINE_MS,
      // No telemetry, no check for a newer version.
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    })
    if (error) throw error
    if (!stdout.trimStart().startsWith('{')) return [`Redocly returned no result:\n${stdout}${stderr}`]
    return (JSON.parse(stdout) as RedoclyResult).problems.map(
      ({ severity, ruleId, message, location }) =>
        `${severity} ${ruleId}: ${message} at ${location[0]?.pointer ?? '#'}`,
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}
