// Differences from the promise (docs/openapi-v1.json) that break no client: start of the line that check.ts reports,
// and the reason. Emptied whenever the promise is rewritten.
export const ACCEPTED: readonly (readonly [line: string, why: string])[] = []
