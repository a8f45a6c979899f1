import { totalmem } from 'node:os'

/**
 * Below this, the machine or container is small for the service, its caster and its database. bin/vertice.js, which
 * cannot import TypeScript, has the same value.
 */
export const LITTLE_MEMORY_BYTES = 512 * 2 ** 20

/** Memory of the machine, or of the container if that is less. */
export const memoryBytes = (): number => Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem())

export const hasLittleMemory = (): boolean => memoryBytes() < LITTLE_MEMORY_BYTES
