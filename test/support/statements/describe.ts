// Asks the database for the result columns of a statement, without running it.
import type pg from 'pg'
import type { ColumnType } from './types.ts'

export interface DescribedColumn {
  readonly name: string
  /** `null` for a type that no row type uses. */
  readonly type: ColumnType | null
  readonly typeName: string
  /** Whether the table column allows null. The database does not report this for outer joins and expressions. */
  readonly nullable: boolean
}

interface Field {
  readonly name: string
  readonly dataTypeID: number
  readonly tableID: number
  readonly columnID: number
}

const TYPES: Record<string, ColumnType> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  numeric: 'number',
  float4: 'number',
  float8: 'number',
  text: 'string',
  varchar: 'string',
  name: 'string',
  date: 'string',
  bool: 'boolean',
  timestamptz: 'Date',
  bytea: 'Buffer',
  _text: 'string[]',
  _int4: 'number[]',
  _bytea: 'Buffer[]',
  json: 'json',
  jsonb: 'json',
}

export async function describeStatement(client: pg.PoolClient, text: string): Promise<DescribedColumn[]> {
  const fields = await fieldsOf(client, text)
  const { rows } = await client.query<{ typeName: string; nullable: boolean }>(
    `select t.typname as "typeName", coalesce(not a.attnotnull, false) as nullable
     from unnest($1::oid[], $2::oid[], $3::int[]) with ordinality as f (type, "table", "column", place)
     join pg_type t on t.oid = f.type left join pg_attribute a on a.attrelid = f."table" and a.attnum = f."column" order by place`,
    [
      fields.map(({ dataTypeID }) => dataTypeID),
      fields.map(({ tableID }) => tableID),
      fields.map(({ columnID }) => columnID),
    ],
  )
  return fields.map(({ name }, index) => ({ name, type: TYPES[rows[index]!.typeName] ?? null, ...rows[index]! }))
}

/** Sends Parse and Describe, for which the driver has no function. */
function fieldsOf(client: pg.PoolClient, text: string): Promise<readonly Field[]> {
  return new Promise((resolve, reject) => {
    let fields: readonly Field[] = []
    client.query({
      submit(connection: pg.Connection) {
        connection.parse({ name: '', text, types: [] }, true)
        connection.describe({ type: 'S', name: '' }, true)
        connection.sync()
      },
      handleRowDescription(message: { fields: readonly Field[] }) {
        fields = message.fields
      },
      handleError: reject, // the driver calls nothing more after this
      handleReadyForQuery: () => resolve(fields),
    } as never)
  })
}
