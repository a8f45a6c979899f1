// Classifies errors of a database that is temporarily unavailable.

/** Thrown at once while the database is known not to answer, or after a caller's own timeout. */
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

/** The server became a standby or was set read-only. */
export const isReadOnly = (error: unknown): boolean => failureOf(error).code === '25006'

/** Some releases report a full quota without a code of its own. */
export const isDiskFull = (error: unknown): boolean => {
  const { code, message = '' } = failureOf(error)
  return code === '53100' || /^could not (extend|write).*(No space left|quota exceeded)/i.test(message)
}

/** Class 08 (connection), a server that starts or stops, and socket errors. */
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

/** Unreachable, or unable to serve: lock timeout, classes 53 (resources) and 57 (operator intervention). */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  isUnreachable(error) ||
  isReadOnly(error) ||
  isDiskFull(error) ||
  isLockTimeout(error) ||
  /^5[37]/.test(failureOf(error).code ?? '')

/** If a name has several addresses, each has an error of its own and the outer error has no message. */
export function reasonOf(error: unknown): string {
  const { message, code, errors = [] } = error as Failure & { readonly errors?: readonly Error[] }
  return message || errors.map((one) => one.message).join(', ') || code || String(error)
}
