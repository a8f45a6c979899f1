// A database server that stands still: nobody is told, its connections stay, and nothing is answered.
import { execFileSync } from 'node:child_process'
import { isAlive, postmasterOf } from './process.ts'

/** The server of this data directory and all of its processes; returns how to let them go on. */
export function freezeDatabase(dataDir: string): () => void {
  const postmaster = postmasterOf(dataDir)!
  process.kill(postmaster, 'SIGSTOP') // first: no more children
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
