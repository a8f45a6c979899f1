/**
 * In SQL: whether a table can only grow. It has a trigger before deletions that is awake even for replicas; whatever that trigger lets pass, it lets
 * pass for functions of the owner's.
 */
export const onlyGrows = (table: string): string =>
  `exists (select from pg_trigger where tgrelid = ${table} and tgenabled = 'A' and not tgisinternal and tgtype & 8 <> 0)`
