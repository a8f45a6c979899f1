// The caster's own process. It lives as long as the one that started it, and stops with it, however that ended.
import { enableCompileCache } from 'node:module'
import type { FromCaster, ToCaster } from './caster-process.ts'

enableCompileCache()

const STOP_PATIENCE_MS = 8_000

const tell = (message: FromCaster) => new Promise<void>((told) => process.send?.(message, () => told()))

let leave: () => Promise<void> = async () => {}

async function exit(code: number): Promise<never> {
  setTimeout(() => process.exit(code), STOP_PATIENCE_MS)
  await leave().catch(() => {})
  process.exit(code)
}

async function start(config: Extract<ToCaster, { start: unknown }>['start']): Promise<void> {
  const [{ startService }, { releaseMemory }] = await Promise.all([
    import('./service.ts'),
    import('./release-memory.ts'),
  ])
  try {
    const service = await startService({ ...config, roles: ['caster'] }, { isPart: true })
    leave = () => service.stop()
    process.on('message', async (message: ToCaster) => {
      if ('figures' in message) await tell({ figures: message.figures, families: await service.figures() })
    })
    releaseMemory()
    await tell({ ready: { address: service.casterAddress!, tlsAddress: service.casterTlsAddress } })
  } catch (error) {
    const { message, ...fields } = { message: (error as Error).message, ...(error as object) }
    await tell({ failed: { ...plain(fields), message } })
    process.exit(1)
  }
}

/** Of an error's own fields those that can be sent. */
const plain = (fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => ['string', 'number'].includes(typeof value)))

process.on('message', (message: ToCaster) => {
  if ('start' in message) void start(message.start)
  if ('stop' in message) void exit(0)
})
process.once('disconnect', () => void exit(0))
process.once('SIGTERM', () => void exit(0))
// Ctrl-C reaches everybody in the terminal; when to stop is for the one that started us to say.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
