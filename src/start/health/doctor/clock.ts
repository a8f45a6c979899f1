// Checks the clock of this machine. Records use the database's clock; certificates, logs and TLS use this one.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { about, type Finding } from './finding.ts'

const { ok, warn } = about('clock')
const MOST_SECONDS = 2
const KEEP = [
  'enable NTP: "timedatectl set-ntp true", or install chrony',
  'active NTP: «timedatectl set-ntp true», o instale chrony',
] as const

/**
 * `skewSeconds`: ahead of the database's clock; `null` if unknown. `isKept`: synchronized by NTP; `null` if unknown.
 */
export function clockFindings(skewSeconds: number | null, isKept: boolean | null): Finding[] {
  const found: Finding[] = []
  if (skewSeconds !== null && Math.abs(skewSeconds) > MOST_SECONDS) {
    const side = skewSeconds > 0 ? 'ahead of' : 'behind'
    const seconds = Math.abs(skewSeconds).toFixed(1)
    found.push(
      warn(
        [
          `this clock is ${seconds} s ${side} the database`,
          `este reloj ${skewSeconds > 0 ? 'adelanta' : 'atrasa'} ${seconds} s respecto a la base de datos`,
        ],
        KEEP,
      ),
    )
  }
  if (isKept === false) found.push(warn(['this clock is not synchronized', 'este reloj no está sincronizado'], KEEP))
  if (found.length > 0) return found
  const kept = isKept === null ? 'NTP status unknown' : 'synchronized by NTP'
  const keptEs = isKept === null ? 'estado de NTP desconocido' : 'sincronizado por NTP'
  if (skewSeconds === null) return [ok([kept, keptEs])]
  const seconds = Math.abs(skewSeconds).toFixed(1)
  return [
    ok([`in sync with the database (${seconds} s); ${kept}`, `igual al de la base de datos (${seconds} s); ${keptEs}`]),
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
