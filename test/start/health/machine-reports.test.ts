// Reports of a machine about itself: the disk of a local database, and the certificate that the caster presents.
import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { machineReader } from '../../../src/start/health/machine-reports.ts'

function machine() {
  const dataDir = mkdtempSync(join(tmpdir(), 'vertice-machine-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  return { dataDir, databaseUrl: null, roles: ['api', 'caster', 'worker'] as const, casterTls: null }
}

/** Key and certificate in one PEM. A PEM reader skips the block that it does not need. */
function pairFor(days: number): Buffer {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', '-']
  const subject = ['-subj', '/CN=caster.example.mx', '-days', String(days)]
  return execFileSync('openssl', ['req', '-x509', ...key, ...subject], { stdio: ['ignore', 'pipe', 'ignore'] })
}

const endOf = (pair: Buffer) => new Date(new X509Certificate(pair).validTo).toISOString()

it('reports the disk of the data directory only if the database is on it', async () => {
  const own = machine()
  expect(await machineReader(own)()).toMatchObject([{ kind: 'disk', path: own.dataDir }])
  expect(await machineReader({ ...own, databaseUrl: 'postgres://db-1/vertice' })()).toEqual([])
})

it("reports the caster's current certificate, and the previous one while the files are unusable", async () => {
  const elsewhere = { ...machine(), databaseUrl: 'postgres://db-1/vertice' }
  const [certFile, keyFile] = ['caster.crt', 'caster.key'].map((name) => join(elsewhere.dataDir, name)) as [
    string,
    string,
  ]
  const read = machineReader({ ...elsewhere, casterTls: { port: 2102, certFile, keyFile } })
  const told = async () => (await read()).map(({ path, figures }) => [path, figures])
  expect(await told()).toEqual([])
  const [first, renewed] = [pairFor(10), pairFor(90)]
  const install = (cert: Buffer | string, key: Buffer | string) => {
    writeFileSync(certFile, cert)
    writeFileSync(keyFile, key)
  }
  install(first, first)
  const before = [[certFile, { endsAt: endOf(first) }]]
  expect(await told()).toEqual(before)
  install(renewed, first) // a renewal that has replaced only one file
  expect(await told()).toEqual(before)
  install('not a certificate', renewed)
  expect(await told()).toEqual(before)
  rmSync(keyFile)
  expect(await told()).toEqual(before)
  install(renewed, renewed)
  expect(await told()).toEqual([[certFile, { endsAt: endOf(renewed) }]])
})
