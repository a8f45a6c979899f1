// Time-based one-time passwords (RFC 6238, on HOTP, RFC 4226) with the parameters of authenticator apps: SHA-1, 6
// digits, 30 s.
import { createHmac, timingSafeEqual } from 'node:crypto'

const STEP_MS = 30_000
/** One step to either side (RFC 6238, 5.2), for clock differences and slow typing. */
const TOLERANCE = 1
export const TOTP_SECRET_BYTES = 20 // as long as the hash (RFC 4226, 4, R6)
const DIGITS = 6
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export const stepAt = (now: Date): number => Math.floor(now.getTime() / STEP_MS)

export function totpCode(secret: Buffer, step: number, digits: number = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  // Dynamic truncation (RFC 4226, 5.3).
  const offset = mac[mac.length - 1]! & 0x0f
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** digits).padStart(digits, '0')
}

/** Returns the step of a valid code; `null` if wrong or not newer than `lastStep` (RFC 6238, 5.2: once only). */
export function matchTotp(secret: Buffer, code: string, now: Date, lastStep: number): number | null {
  if (!isTotpCode(code)) return null
  let matched: number | null = null
  for (let step = stepAt(now) - TOLERANCE; step <= stepAt(now) + TOLERANCE; step++) {
    const fits = timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(code))
    if (fits && step > lastStep) matched ??= step
  }
  return matched
}

export const isTotpCode = (text: string): boolean => /^\d{6}$/.test(text)

/** RFC 4648, 6, without padding, the format that authenticator apps accept. */
export function toBase32(bytes: Buffer): string {
  let bits = 0
  let value = 0
  let text = ''
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xffff
    bits += 8
    for (; bits >= 5; bits -= 5) text += BASE32[(value >>> (bits - 5)) & 31]
  }
  return bits > 0 ? text + BASE32[(value << (5 - bits)) & 31] : text
}

/** Content of the QR code (the "Key Uri Format" of authenticator apps). */
export function totpUri(secret: Buffer, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const rest = `issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_MS / 1000}`
  return `otpauth://totp/${label}?secret=${toBase32(secret)}&${rest}`
}
