import { freePorts } from '../../src/demo/ports.ts'

/** A port for a server that restarts, outside the range from which the system assigns ports. */
export const lastingPort = async (): Promise<number> => (await freePorts({ port: { host: '127.0.0.1', port: 0 } })).port
