/**
 * Below this, the machine or container is small for the service, its caster and its database. bin/vertice.js, which
 * cannot import TypeScript, has the same value.
 */
export const LITTLE_MEMORY_BYTES = 512 * 2 ** 20
