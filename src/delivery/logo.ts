// A logo that stands in a file on the server (HANDOVER_LOGO).
import { readFileSync } from 'node:fs'
import type { Logo } from '../domain/delivery/brand.ts'

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** It goes into every PDF and every mail. */
const MOST_BYTES = 512 * 1024

/** Its error is one line; whoever reads the settings says which setting it is about. */
export function readLogo(file: string): Logo {
  const content = readFileSync(file)
  if (content.length > MOST_BYTES) throw new Error(`${file} is larger than ${MOST_BYTES / 1024} KiB`)
  if (content.subarray(0, PNG.length).equals(PNG)) return { kind: 'png', content }
  if (/^\s*(<\?xml[^>]*\?>\s*)?(<!--[\s\S]*?-->\s*)*(<!DOCTYPE[^>]*>\s*)?<svg[\s>]/i.test(content.toString('utf8')))
    return { kind: 'svg', content }
  throw new Error(`${file} is neither a PNG nor an SVG`)
}
