// Files with passwords: readable by their owner only, and complete or absent.
import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { CommandFailure } from './command.ts'

/** Fails if one of the files exists: it may belong to a running caster. */
export function expectNoFile(paths: readonly string[]): void {
  const there = paths.find((path) => existsSync(path))
  if (there !== undefined)
    throw new CommandFailure(`nothing was written: ${there} already exists. Choose another path, or add --overwrite`)
}

/** Writes atomically. An existing file stays until the new one is complete. */
export async function writePrivateFile(path: string, text: AsyncIterable<string> | Iterable<string>): Promise<void> {
  const partial = `${path}.${process.pid}.partial`
  try {
    const file = await open(partial, 'wx', 0o600)
    try {
      for await (const piece of text) await file.appendFile(piece)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true })
    throw new CommandFailure(`cannot write ${path}: ${(error as Error).message}`)
  }
}
