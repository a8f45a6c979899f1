// Limits that the tests and the soak of the cluster enforce, in milliseconds: a fault may cost frames only within these
// times, and only for those it affects.

/** Frames that a killed machine had just received are lost. */
export const KILLED_MS = 1_000
/** Until a base that was accepted elsewhere is received everywhere. */
export const GOES_ON_MS = 1_000
/** Until the leases of a dead caster are free, and until a waiting client retries. */
export const FREED_MS = 10_000
export const ASKS_AGAIN_MS = 2_500
/** Until a caster continues over another NATS server when its own is killed, or frozen. */
export const NATS_KILLED_MS = 3_000
export const NATS_FROZEN_MS = 8_000
/** Until frames flow again after a shorter freeze of a NATS server. */
export const NATS_GOES_ON_MS = 1_000
/** Until frames flow again after a frozen caster resumes. */
export const SETTLED_MS = 3_000
/** Frames older than two seconds are dropped; the rest is the delay of this machine. */
export const OLDEST_MS = 2_500

/** The metric of received stream bytes of other casters. */
export const STREAM_BYTES = 'vertice_bus_received_bytes_total'
