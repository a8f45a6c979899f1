// Reports a part of the console that failed in the browser to the service, which logs it for the operator.
import { api } from './api.ts'

export interface Failure {
  /** Shown on the page and written to the service's log, so that a user can report it. */
  readonly id: string
  readonly error: unknown
}

const LONGEST = 2_000

/** The service rejects control characters. */
const onOneLine = (text: string) => text.replaceAll(/\s*\p{Cc}+\s*/gu, ' | ').slice(0, LONGEST)

export function tellFailure({ id, error }: Failure): void {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined }
  const about = {
    id,
    // Without the query string, which can contain a customer's name.
    page: location.pathname.slice(0, LONGEST),
    message: onOneLine(message),
    stack: onOneLine(stack ?? ''),
  }
  // The id is on the page even if the service is unreachable.
  api.post('/failures', about).catch(() => {})
}
