// The casters of this machine, each in a process of its own. Several share the ports: the kernel distributes the
// connections.
import type { Logger } from 'pino'
import type { Config } from '../../base/config/config.ts'
import type { MetricFamily } from '../metrics/figures.ts'
import { atPorts, type CasterPorts, type CasterProcess, startCasterProcess } from './caster-process.ts'
import { type PassedSocket, shareOf } from './passed-sockets.ts'

export interface CasterProcesses extends CasterPorts {
  /** Whether each process is up, by its label in the metrics. */
  up(): ReadonlyMap<string, boolean>
  /** How often each process was killed because it hung, by the same label. */
  hangs(): ReadonlyMap<string, number>
  figures(): Promise<MetricFamily[]>
  stop(): Promise<void>
}

/** `ended` receives the node id of an ended caster. `sockets` are the service manager's, shared out to the casters. */
export async function startCasterProcesses(
  config: Config,
  log: Logger,
  ended: (node: string) => void,
  sockets: readonly PassedSocket[] = [],
): Promise<CasterProcesses> {
  const casters = new Map<string, CasterProcess>()
  const start = async (index: number, settings: Config): Promise<CasterProcess> => {
    const part = numbered('caster', index)
    const options = {
      part,
      name: nodeNameOf(config, index),
      ended,
      sockets: shareOf(sockets, index, config.casterProcesses),
    }
    const caster = await startCasterProcess(settings, log, options)
    casters.set(part, caster)
    return caster
  }
  const stop = async () => {
    await Promise.all([...casters.values()].map((caster) => caster.stop()))
  }
  const first = await start(0, config)
  const { address, tlsAddress } = first
  const others = Array.from({ length: config.casterProcesses - 1 }, (_, index) =>
    start(index + 1, atPorts(config, first)),
  )
  const failure = (await Promise.allSettled(others)).find(({ status }) => status === 'rejected')
  if (failure) {
    await stop()
    throw (failure as PromiseRejectedResult).reason
  }
  return {
    address,
    tlsAddress,
    up: () => new Map(Array.from(casters, ([part, caster]) => [part, caster.isUp()] as const)),
    hangs: () => new Map(Array.from(casters, ([part, caster]) => [part, caster.hangs()] as const)),
    figures: async () => (await Promise.all(Array.from(casters.values(), (caster) => caster.figures()))).flat(),
    stop,
  }
}

const numbered = (name: string, index: number) => (index === 0 ? name : `${name}-${index + 1}`)

/** Adds `-caster` if the parent process has other roles: then the parent itself is a node with the name `nodeName`. */
const nodeNameOf = ({ nodeName, roles }: Config, index: number) =>
  numbered(roles.every((role) => role === 'caster') ? nodeName : `${nodeName}-caster`, index)
