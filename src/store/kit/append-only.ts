/**
 * SQL condition: the table is append-only. It has a trigger before deletions that fires even on replicas
 * (`tgenabled = 'A'`); the trigger permits deletions only by functions of the tables' owner.
 */
export const isAppendOnly = (table: string): string =>
  `exists (select from pg_trigger where tgrelid = ${table} and tgenabled = 'A' and not tgisinternal and tgtype & 8 <> 0)`
