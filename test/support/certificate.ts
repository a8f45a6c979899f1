import { execFileSync } from 'node:child_process'

let made: { key: Buffer; cert: Buffer } | null = null

export function selfSigned(): { key: Buffer; cert: Buffer } {
  if (made) return made
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  const options = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  // Key and certificate in one PEM. A PEM reader skips the block that it does not need.
  const both = execFileSync('openssl', ['req', ...options, ...subject, '-keyout', '-', '-out', '-'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  made = { key: both, cert: both }
  return made
}
