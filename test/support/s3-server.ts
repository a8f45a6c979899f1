// A real S3 server on loopback that checks signatures (version 4).
import crypto from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Server {
  run(): Promise<AddressInfo>
  close(): Promise<void>
  readonly httpServer: { closeAllConnections(): void }
}

const load = createRequire(import.meta.url)

/** The server's tokens for the next page use DES, which OpenSSL 3 has only as triple DES. Equal keys make it DES. */
function allowDes(): () => void {
  const { createCipheriv, createDecipheriv } = crypto
  const tripled = (key: Buffer) => Buffer.concat([key, key, key])
  Object.assign(crypto, {
    createCipheriv: (name: string, key: Buffer, iv: Buffer, ...rest: []) =>
      name === 'des' ? createCipheriv('des-ede3-cbc', tripled(key), iv) : createCipheriv(name, key, iv, ...rest),
    createDecipheriv: (name: string, key: Buffer, iv: Buffer, ...rest: []) =>
      name === 'des' ? createDecipheriv('des-ede3-cbc', tripled(key), iv) : createDecipheriv(name, key, iv, ...rest),
  })
  return () => void Object.assign(crypto, { createCipheriv, createDecipheriv })
}

/** The server knows one key. */
export const S3_KEY = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

export interface S3Server {
  readonly endpoint: string
  /** As if the machine were switched off; `start` brings the same files back at the same address. */
  stop(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

export async function openS3Server(...buckets: readonly string[]): Promise<S3Server> {
  const S3rver = load('@20minutes/s3rver') as new (options: object) => Server
  const forbidDes = allowDes()
  const directory = await mkdtemp(join(tmpdir(), 's3-'))
  let port = 0
  let server: Server | null = null
  const start = async () => {
    server = new S3rver({
      ...{ directory, port, address: '127.0.0.1', silent: true, vhostBuckets: false },
      configureBuckets: buckets.map((name) => ({ name })),
    })
    port = (await server.run()).port
  }
  const stop = async () => {
    const closed = server?.close()
    server?.httpServer.closeAllConnections()
    await closed
    server = null
  }
  await start()
  return {
    endpoint: `http://127.0.0.1:${port}`,
    start,
    stop,
    async close() {
      await stop()
      forbidDes()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
