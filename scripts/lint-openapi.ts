// Is the description that the service publishes a good one? Redocly's recommended rules, none switched off, on the very
// bytes that GET /docs/openapi.json answers with. An error or a warning fails.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buildApi } from '../src/api/server.ts'
import type { ApiServices } from '../src/api/services.ts'
import { openLog } from '../src/start/log.ts'

const DEADLINE_MS = 60_000

const redocly = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin', 'cli.js')
// A folder of its own: a configuration beside the description would be read, and none shall loosen the rules.
const folder = mkdtempSync(join(tmpdir(), 'vertice-lint-'))
try {
  const file = join(folder, 'openapi.json')
  writeFileSync(file, await description())
  const options = ['--extends=recommended', '--format=json', '--max-problems=1000']
  const { stdout, stderr, error } = spawnSync(process.execPath, [redocly, 'lint', file, ...options], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    timeout: DEADLINE_MS,
    // Nothing about the run leaves the machine, and nobody is asked for a newer version.
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  })
  if (error) throw error
  process.exitCode = report(stdout, stderr)
} finally {
  rmSync(folder, { recursive: true })
}

/** Describing needs no database: nothing but this one document is asked for. */
async function description(): Promise<string> {
  const services: Partial<ApiServices> = {
    log: openLog('silent'),
    baseUrl: 'https://rtk.example.mx',
    clock: () => new Date(),
    trustProxy: [],
    rateLimitPerMinute: 240,
    observe: () => {},
  }
  const app = await buildApi(services as ApiServices)
  const { body, statusCode } = await app.inject('/docs/openapi.json')
  await app.close()
  if (statusCode !== 200) throw new Error(`/docs/openapi.json answered ${statusCode}: ${body}`)
  return body
}

interface Result {
  readonly totals: { readonly errors: number; readonly warnings: number; readonly ignored: number }
  readonly problems: { severity: string; ruleId: string; message: string; location: { pointer?: string }[] }[]
}

/** The exit code. Redocly's own forgives warnings. */
function report(stdout: string, stderr: string): number {
  let result: Result
  try {
    result = JSON.parse(stdout)
  } catch {
    console.error(`redocly did not answer with a result:\n${stdout}${stderr}`)
    return 1
  }
  for (const { severity, ruleId, message, location } of result.problems)
    console.error(`${severity} ${ruleId}: ${message} at ${location[0]?.pointer ?? '#'}`)
  const { errors, warnings, ignored } = result.totals
  console.log(`openapi: ${errors} errors, ${warnings} warnings (rules: recommended)`)
  return errors + warnings + ignored === 0 ? 0 : 1
}
