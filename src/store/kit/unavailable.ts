// What a database looks like that cannot serve now, and may later.

/** Thrown for callers while the database is known not to answer: they need not wait to find out. */
export class DatabaseSilent extends Error {
  readonly code = '08006' // connection_failure
  constructor() {
    super('the database does not answer')
  }
}

interface Failure {
  readonly code?: string
  readonly message?: string
}

const failureOf = (error: unknown): Failure => (error ?? {}) as Failure

/** A server that lost its role to another one, or was told to take no writes. */
export const isReadOnly = (error: unknown): boolean => failureOf(error).code === '25006'

/** Some releases have no code of their own for a quota. */
export const isDiskFull = (error: unknown): boolean => {
  const { code, message = '' } = failureOf(error)
  return code === '53100' || /^could not (extend|write).*(No space left|quota exceeded)/i.test(message)
}

/** Classes 08 (connection), 53 (resources), 57 (operator intervention: shutdown, timeout) and the socket's own errors. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code = '', message = '' } = failureOf(error)
  return (
    /^(08|53|57)/.test(code) ||
    isReadOnly(error) ||
    isDiskFull(error) ||
    /^(ECONN|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)/.test(code) ||
    /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|Query read timeout)/.test(
      message,
    )
  )
}
