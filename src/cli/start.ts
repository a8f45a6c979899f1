import { isIP } from 'node:net'
import { type Config, readConfig } from '../config.ts'
import { type Service, startService } from '../main.ts'
import type { Command } from './command.ts'
import { read } from './command.ts'

export const command: Command = {
  help: `usage: vertice start

Runs the service until Ctrl-C or SIGTERM: the database (embedded unless DATABASE_URL is set), migrations, the REST API.`,

  async run(args) {
    read(args, {})
    const config = readConfig()
    const service = await startService(config).catch((error) => {
      throw explainPort(error)
    })
    console.log(welcome(config, service))
    await signalled()
    await service.stop()
    return undefined
  },
}

function signalled(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        console.log('stopping: finishing what was asked …')
        process.once(signal, () => process.exit(1)) // asked twice: at once
        resolve()
      })
    }
  })
}

function explainPort(error: Error & { code?: string; port?: number; address?: string }): Error {
  if (error.code === 'EADDRINUSE') {
    return new Error(
      `port ${error.port} on ${error.address} is in use: stop what runs there, or set PORT (API) or METRICS_PORT`,
    )
  }
  if (error.code === 'EACCES' && error.port)
    return new Error(`port ${error.port} needs more rights: set PORT to one above 1023`)
  return error
}

function welcome(config: Config, { apiAddress, metricsAddress }: Service): string {
  const lines = ['Vértice is ready.']
  if (apiAddress) {
    const onlyHere = ['127.0.0.1', '::1'].includes(apiAddress.address)
      ? '  (this machine only; HOST=0.0.0.0 opens it)'
      : ''
    const host = isIP(apiAddress.address) === 6 ? `[${apiAddress.address}]` : apiAddress.address
    lines.push(
      `  API        http://${host}:${apiAddress.port}/api/v1${onlyHere}`,
      `  reference  ${config.baseUrl}/docs`,
    )
  }
  lines.push(
    `  metrics    http://${metricsAddress.address}:${metricsAddress.port}/metrics`,
    `  database   ${config.databaseUrl ? 'PostgreSQL at DATABASE_URL' : `embedded PostgreSQL under ${config.dataDir}`}`,
    'Next: make a token in another terminal with',
    '  npx vertice token create --owner "My network" --name first --scopes read,provision,revoke',
  )
  return lines.join('\n')
}
