import { freePorts } from '../../src/demo/ports.ts'

/**
 * A port for a server that stops and restarts: unlike a port chosen by the system, it is not given to another process
 * meanwhile.
 */
export const lastingPort = async (): Promise<number> => (await freePorts({ port: { host: '127.0.0.1', port: 0 } })).port
