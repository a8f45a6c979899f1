// Checks the ports before the database is touched. A second service that is started by mistake must not migrate the
// database of the first and then fail on its ports.
import type { Config } from '../../base/config/config.ts'
import { apiAddresses, casterAddresses } from '../../base/config/listening.ts'
import { expectFree } from '../../base/serving/free-port.ts'
import { descriptorsAt, type PassedSocket } from './passed-sockets.ts'

/** Throws the error of the first address that cannot be opened. Addresses of passed sockets are already open. */
export async function expectFreePorts(config: Config, sockets: readonly PassedSocket[]): Promise<void> {
  const { metricsHost: host, metricsPort: port } = config
  const addresses = [...apiAddresses(config), ...casterAddresses(config), ...(port === 0 ? [] : [{ host, port }])]
  for (const address of addresses)
    if (descriptorsAt(sockets, address).length === 0) await expectFree(address.host, address.port)
}
