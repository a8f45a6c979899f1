export interface System {
  readonly process: {
    readonly version: string
    readonly node: string
    readonly startedAt: string
    readonly memoryBytes: number
    readonly platform: string
  }
  readonly database: {
    readonly serverVersion: string
    readonly embedded: boolean
    readonly answeredMs: number
    readonly databaseBytes: number
    readonly connections: number
    readonly maxConnections: number
    readonly migration: string
    readonly migratedAt: string
    readonly tables: readonly { readonly name: string; readonly rows: number | null; readonly bytes: number }[]
  }
  readonly disk: { readonly freeBytes: number; readonly totalBytes: number } | null
  readonly queues: readonly {
    readonly name: 'deliveries' | 'mails' | 'expiry'
    readonly waiting: number
    readonly due: number
    readonly lateSeconds: number
  }[]
  readonly mostCounted: number
  readonly casters: readonly { readonly id: string; readonly seenAt: string; readonly rovers: number }[]
}
