// Freezes a database server: its connections stay open, and nothing is answered.
import { execFileSync } from 'node:child_process'
import { isAlive, postmasterOf } from './process.ts'

/** Freezes the server of this data directory and all its child processes. Returns a function that resumes them. */
export function freezeDatabase(dataDir: string): () => void {
  const postmaster = postmasterOf(dataDir)!
  process.kill(postmaster, 'SIGSTOP') // first, so that it forks no more children
  const children = execFileSync('pgrep', ['-P', String(postmaster)], { encoding: 'utf8' })
    .trim()
    .split('\n')
  const all = [postmaster, ...children.map(Number)]
  const tell = (signal: NodeJS.Signals) => {
    for (const pid of all) if (isAlive(pid)) process.kill(pid, signal)
  }
  tell('SIGSTOP')
  return () => tell('SIGCONT')
}
