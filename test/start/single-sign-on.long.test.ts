// An unreachable single sign-on provider affects nothing else.
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../src/base/config/config.ts'
import { newKey } from '../../src/base/secrets.ts'
import { freePorts } from '../../src/demo/ports.ts'
import { startService } from '../../src/start/service.ts'
import { CLIENT_ID, OidcProvider } from '../support/oidc-provider.ts'
import { makeDatabase } from '../support/service.ts'

it('starts without the provider, reports that at sign-in, and uses the provider once it is available', {
  timeout: 120_000,
}, async () => {
  const { connection, drop } = await makeDatabase()
  onTestFinished(drop)
  const any = { host: '127.0.0.1', port: 0 }
  const ports = await freePorts({ PORT: any, METRICS_PORT: any, provider: any })
  const baseUrl = `http://127.0.0.1:${ports.PORT}`
  const { user, password, host, port, database } = connection
  const login = `${encodeURIComponent(String(user))}:${encodeURIComponent(String(password ?? ''))}`
  const service = await startService(
    readConfig({
      DATABASE_URL: `postgres://${login}@localhost/${database}?host=${encodeURIComponent(String(host))}&port=${port ?? 5432}`,
      ENCRYPTION_KEYS: newKey(),
      BASE_URL: baseUrl,
      LOG_LEVEL: 'silent',
      ROLES: 'api',
      PORT: String(ports.PORT),
      METRICS_PORT: String(ports.METRICS_PORT),
      OIDC_ISSUER: `http://127.0.0.1:${ports.provider}/realm`,
      OIDC_CLIENT_ID: CLIENT_ID,
      OIDC_ROLES: 'crew=operator',
    }),
  )
  onTestFinished(() => service.stop())
  const ask = async (method: string, path: string) => {
    const headers = { 'content-type': 'application/json', 'x-requested-with': 'vertice' }
    const body = method === 'POST' ? '{}' : null
    const answer = await fetch(`${baseUrl}/console/api${path}`, { method, headers, body })
    return { status: answer.status, body: (await answer.json()) as { url?: string } }
  }
  expect((await ask('GET', '/entry')).body).toMatchObject({ hasProvider: true, localLogin: true })
  expect(await ask('POST', '/sso/begin')).toMatchObject({ status: 502, body: { code: 'sso_provider_failed' } })

  const provider = await OidcProvider.start({ port: ports.provider })
  onTestFinished(() => provider.stop())
  await expect
    .poll(async () => (await ask('POST', '/sso/begin')).body.url, { timeout: 90_000 })
    .toContain(`http://127.0.0.1:${ports.provider}/realm/authorize?`)
})
