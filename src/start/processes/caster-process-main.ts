// The caster's process. It ends with the process that started it, however that ends.
import { enableCompileCache } from 'node:module'
import { alignedInterval } from '../../base/running/aligned-interval.ts'
import { ignoreLostOutput } from '../../base/running/lost-output.ts'
import { settledWithin } from '../../base/running/settled-within.ts'
import type { CasterStart, FromCaster, ToCaster } from './caster-process.ts'
import { HEARTBEAT_MS } from './heartbeat.ts'

enableCompileCache()
ignoreLostOutput()

const STOP_TIMEOUT_MS = 8_000

const tell = (message: FromCaster) => new Promise<void>((told) => process.send?.(message, () => told()))

let leave: () => Promise<void> = async () => {}
let isLeaving = false

async function exit(): Promise<void> {
  if (isLeaving) return
  isLeaving = true
  await settledWithin(leave(), STOP_TIMEOUT_MS)
  process.exit(0)
}

async function start({ start: config, part, name, sockets }: CasterStart): Promise<void> {
  const [{ startService }, { keepCasterSmall }] = await Promise.all([
    import('../service.ts'),
    import('./release-memory.ts'),
  ])
  try {
    const service = await startService({ ...config, roles: ['caster'] }, { part, casterName: name, sockets })
    leave = () => service.stop()
    process.on('message', async (message: ToCaster) => {
      if ('figures' in message) await tell({ figures: message.figures, families: await service.figures() })
    })
    keepCasterSmall()
    alignedInterval(() => void tell({ heartbeat: true }), HEARTBEAT_MS, { background: true })
    const { casterAddress, casterTlsAddress, casterNode } = service
    await tell({ ready: { address: casterAddress!, tlsAddress: casterTlsAddress, node: casterNode! } })
  } catch (error) {
    const { message, ...fields } = { message: (error as Error).message, ...(error as object) }
    await tell({ failed: { ...plain(fields), message } })
    process.exit(1)
  }
}

/** The fields of an error that can be sent. */
const plain = (fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => ['string', 'number'].includes(typeof value)))

process.on('message', (message: ToCaster) => {
  if ('start' in message) void start(message)
  if ('stop' in message) void exit()
})
process.once('disconnect', () => void exit())
// Ctrl-C reaches all processes of the terminal, and a service manager's signal the whole group; the parent decides when
// to stop.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
