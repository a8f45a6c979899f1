// What a database looks like that cannot serve now, and may later.

/** Thrown for callers while the database is known not to answer: they need not wait to find out; or for those who waited for so long. */
export class DatabaseSilent extends Error {
  readonly code = '08006' // connection_failure
  constructor(message = 'the database does not answer') {
    super(message)
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

/** Nobody is there, or not yet: class 08 (connection), a server that stops or starts, and the socket's own errors. */
export function isUnreachable(error: unknown): boolean {
  const { code = '', message = '' } = failureOf(error)
  return (
    /^(08|57P0)/.test(code) ||
    /^(ECONN|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)/.test(code) ||
    /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|Query read timeout)/.test(
      message,
    )
  )
}

/** Another session held the lock for longer than `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean => failureOf(error).code === '55P03'

/** Or there, and cannot: a lock timeout, classes 53 (resources) and 57 (operator intervention: shutdown, timeout). */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  isUnreachable(error) ||
  isReadOnly(error) ||
  isDiskFull(error) ||
  isLockTimeout(error) ||
  /^5[37]/.test(failureOf(error).code ?? '')

/** Of several addresses of a name each has its own, and the error itself none. */
export function reasonOf(error: unknown): string {
  const { message, code, errors = [] } = error as Failure & { readonly errors?: readonly Error[] }
  return message || errors.map((one) => one.message).join(', ') || code || String(error)
}
