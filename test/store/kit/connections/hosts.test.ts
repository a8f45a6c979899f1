import { expect, it } from 'vitest'
import { readDatabaseUrl } from '../../../../src/store/kit/connections/hosts.ts'

it('parses one or several servers in DATABASE_URL as libpq does', () => {
  expect(readDatabaseUrl('postgres://u:p@db/x')).toMatchObject({ hosts: [{ host: 'db', port: 5432 }], writable: false })
  expect(readDatabaseUrl('postgresql://u:p%40@one:5433,[::1]:5434,three/x?sslmode=disable')).toMatchObject({
    hosts: [
      { host: 'one', port: 5433 },
      { host: '::1', port: 5434 },
      { host: 'three', port: 5432 },
    ],
    writable: true,
    connection: { connectionString: 'postgresql://u:p%40@one:5433/x?sslmode=disable' },
  })
  expect(readDatabaseUrl('postgres://u@/x?host=%2Frun%2Fpostgresql').hosts).toEqual([
    { host: '/run/postgresql', port: 5432 },
  ])
})

it('reads whether a read-only server is acceptable', () => {
  const writable = (url: string) => readDatabaseUrl(url).writable
  expect(writable('postgres://u@one,two/x?target_session_attrs=any')).toBe(false)
  expect(writable('postgres://u@one/x?target_session_attrs=read-write')).toBe(true)
  expect(writable('postgres://u@one/x?target_session_attrs=primary')).toBe(true)
  expect(() => writable('postgres://u@one/x?target_session_attrs=standby')).toThrow(/expected any, read-write, primary/)
})

it('reports what is wrong without revealing the password', () => {
  for (const url of ['postgres://u:secret@h:port/x', 'mysql://u:secret@h/x', 'postgres://u:secret@one:1,two:x/x'])
    expect(() => readDatabaseUrl(url)).toThrow(/^expected postgres:\/\/user:password@host:port\/database/)
  expect(() => readDatabaseUrl('postgres://u:secret@h/x?sslrootcert=/nowhere.pem')).toThrow(/no such file.*nowhere.pem/)
})
