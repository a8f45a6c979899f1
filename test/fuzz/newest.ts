// The newest input, where it is found also when the process that ran it is gone: a file with how many were begun, its length, and itself.
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { LONGEST_INPUT } from './target.ts'

const LENGTH_AT = 4
const INPUT_AT = 8

export function newestWriter(file: string) {
  const handle = openSync(file, 'w')
  const bytes = Buffer.alloc(INPUT_AT + LONGEST_INPUT)
  let begun = 0
  return {
    write(input: Buffer): void {
      begun += 1
      bytes.writeUInt32BE(begun)
      bytes.writeUInt32BE(input.length, LENGTH_AT)
      input.copy(bytes, INPUT_AT)
      writeSync(handle, bytes, 0, INPUT_AT + input.length, 0)
    },
    close: () => closeSync(handle),
  }
}

export function readNewest(file: string): { begun: number; input: Buffer } {
  let bytes = Buffer.alloc(0)
  try {
    bytes = readFileSync(file)
  } catch {
    // it had not begun
  }
  if (bytes.length < INPUT_AT) return { begun: 0, input: Buffer.alloc(0) }
  const length = bytes.readUInt32BE(LENGTH_AT)
  return { begun: bytes.readUInt32BE(), input: bytes.subarray(INPUT_AT, INPUT_AT + length) }
}
