// What the tests and the soak of the cluster hold it to, in milliseconds: only within these may a fault cost frames, and only those that
// had to do with it.

/** A machine that is killed takes along what it had just been given. */
export const KILLED_MS = 1_000
/** A base that was welcomed elsewhere is heard everywhere. */
export const GOES_ON_MS = 1_000
/** What a dead caster had is free; and whoever waits for it asks again. */
export const FREED_MS = 10_000
export const ASKS_AGAIN_MS = 2_500
/** A caster whose NATS server died is heard over another one; and one whose server stands still. */
export const NATS_KILLED_MS = 3_000
export const NATS_FROZEN_MS = 8_000
/** After a NATS server that stood still for less goes on. */
export const NATS_GOES_ON_MS = 1_000
/** After a caster that stood still goes on. */
export const SETTLED_MS = 3_000
/** What is older than two seconds is dropped; the rest is what this machine needs to bring it here. */
export const OLDEST_MS = 2_500

/** The metric of what a caster was sent of other casters' streams. */
export const STREAM_BYTES = 'vertice_bus_received_bytes_total'
