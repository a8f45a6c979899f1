import { freePorts } from '../../src/demo/ports.ts'

/** For what goes away and comes back there: nobody else is given it meanwhile, as happens to a port that the system chose. */
export const lastingPort = async (): Promise<number> => (await freePorts({ port: { host: '127.0.0.1', port: 0 } })).port
