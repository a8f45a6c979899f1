// Runs a `vertice` command inside the test's process, four times as fast as in its own process. Tests of a process
// (signals, a terminal, the exit code) use `vertice` of process.ts.
import { format } from 'node:util'
import { main, report } from '../../src/cli/main.ts'
import { environment, type Finished } from './process.ts'

let last: Promise<unknown> = Promise.resolve()

/** Commands run one at a time, because each replaces the environment and the output of this process while it runs. */
export function command(dataDir: string, args: string[], more?: Record<string, string>): Promise<Finished> {
  const finished = last.then(() => run(dataDir, args, more))
  last = finished
  return finished
}

async function run(dataDir: string, args: string[], more?: Record<string, string>): Promise<Finished> {
  const [stdout, stderr]: [string[], string[]] = [[], []]
  const restore = [
    replaceEnvironment(environment(dataDir, more)),
    replace(console, 'log', (...values: unknown[]) => void stdout.push(`${format(...values)}\n`)),
    replace(console, 'error', (...values: unknown[]) => void stderr.push(`${format(...values)}\n`)),
    replace(process.stdout, 'write', (text: string | Uint8Array) => stdout.push(String(text)) > 0),
    replace(process.stderr, 'write', (text: string | Uint8Array) => stderr.push(String(text)) > 0),
  ]
  try {
    const code = await main(args).catch(report)
    return { code, stdout: stdout.join(''), stderr: stderr.join('') }
  } finally {
    for (const back of restore) back()
  }
}

function replace<Owner extends object, Name extends keyof Owner>(owner: Owner, name: Name, value: Owner[Name]) {
  const before = owner[name]
  owner[name] = value
  return () => {
    owner[name] = before
  }
}

function replaceEnvironment(wanted: NodeJS.ProcessEnv): () => void {
  const before = { ...process.env }
  const set = (variables: NodeJS.ProcessEnv) => {
    for (const name of Object.keys(process.env)) if (variables[name] === undefined) delete process.env[name]
    for (const [name, value] of Object.entries(variables)) if (value !== undefined) process.env[name] = value
  }
  set(wanted)
  return () => set(before)
}
