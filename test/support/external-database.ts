// Settings for service processes that use an external database (DATABASE_URL), which a test created.
import type pg from 'pg'

export function databaseUrlOf({ host = '127.0.0.1', port = 5432, user, password, database }: pg.PoolConfig): string {
  const login = `${encodeURIComponent(user!)}${password ? `:${encodeURIComponent(password as string)}` : ''}`
  return host.startsWith('/')
    ? `postgres://${login}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
    : `postgres://${login}@${host}:${port}/${database}`
}

export const onDatabase = (url: string, more: Record<string, string> = {}): Record<string, string> => ({
  DATABASE_URL: url,
  ENCRYPTION_KEYS: Buffer.alloc(32, 7).toString('base64'),
  ...more,
})
