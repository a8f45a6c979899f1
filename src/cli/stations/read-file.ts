import { readFileSync } from 'node:fs'
import { CommandFailure } from '../kit/command.ts'

export function bytesOf(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new CommandFailure(`cannot read ${path}: ${(error as Error).message}`)
  }
}
