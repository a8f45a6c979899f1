// Opens the bus over which casters share their streams, if one is configured.
import type { Logger } from 'pino'
import type { NatsConfig } from '../../base/config/services/nats.ts'
import type { KeyRing } from '../../base/secrets.ts'
import type { OpenBus } from './signed-bus.ts'

export interface BusDependencies {
  /** Keys that sign the messages. */
  readonly keys: KeyRing
  /** Must be the same for all nodes. */
  readonly clock: () => Date
  readonly log: Logger
}

/** `name` is the client name that NATS shows to operators. */
export async function openBus(
  nats: NatsConfig | null,
  name: string,
  { keys, clock, log }: BusDependencies,
): Promise<OpenBus | null> {
  if (!nats) return null
  // Imported on demand: a caster without a bus does not load NATS.
  const [{ openNats }, { MessageSigner }, { SignedBus }] = await Promise.all([
    import('./nats.ts'),
    import('./message-signer.ts'),
    import('./signed-bus.ts'),
  ])
  const warn = (message: string, detail: object) => log.warn(detail, message)
  const transport = await openNats(nats, { name: `vertice ${name}`, warn, info: (message) => log.info(message) })
  return new SignedBus(transport, new MessageSigner(keys, clock), warn)
}
