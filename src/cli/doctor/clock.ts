// Checks the clock of this machine. Records use the database's clock; certificates, logs and TLS use this one.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { about, type Finding } from './finding.ts'

const { ok, warn } = about('clock')
const MOST_SECONDS = 2
const KEEP = 'enable NTP: "timedatectl set-ntp true", or install chrony'

/**
 * `skewSeconds`: ahead of the database's clock; `null` if unknown. `isKept`: synchronized by NTP; `null` if unknown.
 */
export function clockFindings(skewSeconds: number | null, isKept: boolean | null): Finding[] {
  const found: Finding[] = []
  if (skewSeconds !== null && Math.abs(skewSeconds) > MOST_SECONDS) {
    const side = skewSeconds > 0 ? 'ahead of' : 'behind'
    found.push(warn(`this clock is ${Math.abs(skewSeconds).toFixed(1)} s ${side} the database`, KEEP))
  }
  if (isKept === false) found.push(warn('this clock is not synchronized', KEEP))
  if (found.length > 0) return found
  const kept = isKept === null ? 'NTP status unknown' : 'synchronized by NTP'
  return [
    ok(skewSeconds === null ? kept : `in sync with the database (${Math.abs(skewSeconds).toFixed(1)} s); ${kept}`),
  ]
}

/** Asks systemd; `null` without systemd. */
export async function isClockKept(): Promise<boolean | null> {
  try {
    const asked = await promisify(execFile)('timedatectl', ['show', '--property=NTPSynchronized', '--value'], {
      timeout: 3_000,
    })
    const said = asked.stdout.trim()
    return said === 'yes' ? true : said === 'no' ? false : null
  } catch {
    return null
  }
}
