// A restore into a data directory that is in use or has leftovers.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { type RestoreOrder, restoreEmbedded } from '../../../src/operations/backup/restore.ts'
import { inScratch } from '../../../src/operations/backup/scratch.ts'
import { writeBackup } from '../../../src/operations/backup/write.ts'
import { makeDataDir } from '../../support/process.ts'
import { makeDatabase } from '../../support/service.ts'

const folder = mkdtempSync(join(tmpdir(), 'vertice-restore-'))
const file = join(folder, 'it.vbk')

beforeAll(async () => {
  const { connection, drop } = await makeDatabase()
  const content = { madeAt: new Date(), release: '0.1.0', keys: null, passphrase: null }
  await writeBackup(connection as never, file, content, () => {})
  await drop()
  return () => rmSync(folder, { recursive: true })
})

const orderWith = (finish: RestoreOrder['finish']): RestoreOrder => ({
  file,
  opening: { passphrase: async () => expect.unreachable('it is not encrypted'), mustBeEncrypted: false },
  progress: () => {},
  finish,
})

/** Simulates a server in another container: its socket is visible, its process is not. */
async function listenOn(dataDir: string): Promise<void> {
  const sockets = join(dataDir, 'postgres/socket')
  mkdirSync(sockets, { recursive: true })
  const server = net.createServer((socket) => socket.destroy())
  await new Promise<void>((resolve) => server.listen(join(sockets, '.s.PGSQL.5432'), resolve))
  onTestFinished(() => void server.close())
}

it('does not start if a server outside this process namespace is listening', async () => {
  const dataDir = makeDataDir()
  await listenOn(dataDir)
  const order = orderWith(async () => expect.unreachable('it was loaded'))
  await expect(restoreEmbedded(dataDir, null, true, order)).rejects.toThrow('stop the service first')
  expect(readdirSync(dataDir)).toEqual(['postgres'])
})

it('moves nothing if a server started to listen during the load', async () => {
  const dataDir = makeDataDir()
  await expect(
    restoreEmbedded(
      dataDir,
      null,
      true,
      orderWith(() => listenOn(dataDir)),
    ),
  ).rejects.toThrow('stop the service first')
  expect(readdirSync(dataDir).filter((name) => /^(postgres|restore|scratch)/.test(name))).toEqual(['postgres'])
  expect(readdirSync(join(dataDir, 'postgres'))).toEqual(['socket'])
})

it('ignores a socket file without a listener', async () => {
  const dataDir = makeDataDir()
  mkdirSync(join(dataDir, 'postgres/socket'), { recursive: true })
  writeFileSync(join(dataDir, 'postgres/socket/.s.PGSQL.5432'), '')
  const { loaded } = await restoreEmbedded(
    dataDir,
    null,
    true,
    orderWith(async () => {}),
  )
  expect(loaded.length).toBeGreaterThan(10)
})

it('removes leftovers of an earlier process with the same pid, and nothing else', async () => {
  const dataDir = makeDataDir()
  const rest = join(dataDir, `scratch-${process.pid}`)
  mkdirSync(join(rest, 'postgres/cluster'), { recursive: true })
  writeFileSync(join(rest, 'postgres/cluster/PG_VERSION'), '12')
  mkdirSync(join(dataDir, 'scratch-mine'))
  expect(await inScratch(dataDir, async () => 'done')).toBe('done')
  expect(readdirSync(dataDir).filter((name) => name.startsWith('scratch-'))).toEqual(['scratch-mine'])
})
