// Reads a passphrase from a file, or from the terminal without echo.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { CommandFailure, UsageError } from './command.ts'

const SHORTEST = 12

export const passphraseFrom = (path: string): string => longEnough(firstLineOf(path, '--passphrase-file'))

/** Reads a secret from a file; "-" reads standard input. */
export function firstLineOf(path: string, flag: string): string {
  try {
    return readFileSync(path === '-' ? 0 : path, 'utf8').split(/\r?\n/, 1)[0]!
  } catch (error) {
    throw new CommandFailure(`${flag}: cannot read ${path}: ${(error as Error).message}`)
  }
}

/** For a new file. Asks twice, because a typo would only be noticed when restoring. */
export async function choosePassphrase(): Promise<string> {
  if (!process.stdin.isTTY)
    throw new UsageError('choose how to protect the file: --passphrase-file PATH or --without-key; see --help')
  const chosen = longEnough(await askPassphrase('passphrase for the backup: '))
  if ((await askPassphrase('again: ')) !== chosen)
    throw new CommandFailure('the passphrases do not match; no backup was made')
  return chosen
}

export async function askPassphrase(question: string): Promise<string> {
  if (!process.stdin.isTTY) throw new UsageError('the backup is encrypted: --passphrase-file PATH; see --help')
  process.stderr.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  const answer = await terminal.question('')
  terminal.close()
  process.stderr.write('\n')
  return answer
}

function longEnough(passphrase: string): string {
  if (passphrase.length < SHORTEST)
    throw new CommandFailure(`the passphrase is too short: at least ${SHORTEST} characters`)
  return passphrase
}
