// The newest input in a file that survives the process: the number of started inputs, the length, and the input itself.
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
    // the worker had not started
  }
  if (bytes.length < INPUT_AT) return { begun: 0, input: Buffer.alloc(0) }
  const length = bytes.readUInt32BE(LENGTH_AT)
  return { begun: bytes.readUInt32BE(), input: bytes.subarray(INPUT_AT, INPUT_AT + length) }
}
