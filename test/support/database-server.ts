// One PostgreSQL server for the whole run: an embedded one, or the server of TEST_DATABASE_URL. Each test file gets its
// own database from a migrated template and, like the service, connects with a role that owns no table.
import { mkdirSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { type EmbeddedPostgres, openEmbeddedPostgres } from '../../src/store/kit/embedded/postgres.ts'
import { migrate } from '../../src/store/kit/migrations/migrate.ts'
import { copyDataDir, makeDataTemplate, SERVICE_ROLE } from './data-template.ts'

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

declare module 'vitest' {
  export interface ProvidedContext {
    database: { connection: pg.PoolConfig; serviceRole: string; template: string }
    /** A data directory with a migrated database whose server is stopped. */
    dataTemplate: string
  }
}

export default async function setup(project: TestProject) {
  const url = process.env.TEST_DATABASE_URL
  const folder = mkdtempSync(join(tmpdir(), 'vertice-test-'))
  const dataTemplate = join(folder, 'template')
  await makeDataTemplate(dataTemplate)
  const embedded = url ? null : await startServer(dataTemplate, join(folder, 'server'))
  const connection: pg.PoolConfig = embedded ? embedded.owner : parse(url!)
  const template = `vertice_template_${process.pid}`

  await as(connection, connection.database!, async (admin) => {
    const { rows } = await admin.query('show server_version')
    console.log(`tests run on ${embedded ? 'the embedded' : 'an external'} PostgreSQL ${rows[0].server_version}`)
    await admin.query(`create database ${template}`)
  })
  const pool = new pg.Pool({ ...connection, database: template })
  const service = { role: SERVICE_ROLE, make: true }
  await migrate(pool, { service })
  if (connection.password)
    await pool.query(`alter role ${service.role} password ${literal(String(connection.password))}`)
  await pool.end()
  project.provide('database', { connection, serviceRole: service.role, template })
  project.provide('dataTemplate', dataTemplate)

  return async () => {
    await as(connection, connection.database!, (admin) => admin.query(`drop database ${template} with (force)`))
    await embedded?.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function startServer(dataTemplate: string, dataDir: string): Promise<EmbeddedPostgres> {
  mkdirSync(dataDir)
  copyDataDir(dataTemplate, dataDir)
  return openEmbeddedPostgres(dataDir)
}

const parse = (url: string): pg.PoolConfig => {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  return {
    host: searchParams.get('host') ?? hostname,
    port: Number(port || 5432),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: pathname.slice(1),
  }
}

async function as<Result>(connection: pg.PoolConfig, database: string, work: (client: pg.Client) => Promise<Result>) {
  const client = new pg.Client({ ...connection, database } as pg.ClientConfig)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
