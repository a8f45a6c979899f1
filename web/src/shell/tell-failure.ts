// A part of the console that failed in somebody's browser is told to the service, whose log the operator reads.

import type { Failure } from '../parts/boundary.tsx'
import { api } from '../service/api.ts'

const LONGEST = 2_000

/** The service takes no control characters. */
const onOneLine = (text: string) => text.replaceAll(/\s*\p{Cc}+\s*/gu, ' | ').slice(0, LONGEST)

export function tellFailure({ id, error }: Failure): void {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined }
  const about = {
    id,
    // Without what is searched for: that may be a customer's name.
    page: location.pathname.slice(0, LONGEST),
    message: onOneLine(message),
    stack: onOneLine(stack ?? ''),
  }
  // In vain where there is no service; the id is on the page all the same.
  api.post('/failures', about).catch(() => {})
}
