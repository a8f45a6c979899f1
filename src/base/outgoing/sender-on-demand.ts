import type { Sender } from './sender.ts'

/** Loads the HTTP client with the first delivery: it would take 5 % of the CPU time of each start. */
export function senderOnDemand(allow: readonly string[], timeoutMs?: number, keptBytes?: number): Sender {
  let opened: Promise<Sender> | null = null
  const open = async () => (await import('./send.ts')).openSender(allow, timeoutMs, { keptBytes })
  return {
    async send(...delivery) {
      opened ??= open()
      return (await opened).send(...delivery)
    },
    async close() {
      await (await opened)?.close()
    },
  }
}
