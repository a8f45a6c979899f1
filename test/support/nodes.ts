// Several API processes on one database, and raw HTTP over a real port.
import { once } from 'node:events'
import { connect } from 'node:net'
import type { App } from '../../src/base/serving/app.ts'
import { buildApi } from '../../src/http/api/server.ts'
import type { ApiServices } from '../../src/http/api/services.ts'
import { CurrentReader } from '../../src/store/current/current.ts'
import { openDatabase } from '../../src/store/kit/database.ts'
import { onTestFinished } from './concurrent.ts'
import type { TestService } from './service.ts'

/** Another API of the same service that shares only the database. Closed when the test ends. */
export async function anotherNode(service: TestService, overrides: Partial<ApiServices> = {}): Promise<App> {
  const reader = new CurrentReader(service.db, { casterHost: 'caster.example.mx', casterPort: 2101 })
  const app = await buildApi({ ...service.services, current: () => reader.current(), ...overrides })
  onTestFinished(() => app.close())
  return app
}

/** Services with an unreachable database: nothing listens on its port. */
export function lostDatabase(): Pick<ApiServices, 'db' | 'current'> {
  const db = openDatabase({ host: '127.0.0.1', port: 1, user: 'nobody', database: 'nowhere' }, 2)
  onTestFinished(() => db.close())
  const reader = new CurrentReader(db, { casterHost: 'caster.example.mx', casterPort: 2101 })
  return { db, current: () => reader.current() }
}

/** Sends exactly these bytes to the API and returns the response once the connection ends. */
export async function sendRaw(app: App, request: string): Promise<{ status: number; head: string; body: string }> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.write(request)
  await once(socket, 'close')
  const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n', 2)
  return { status: Number(head.split(' ')[1]), head, body }
}
