// What the tests and the soak of the cluster hold it to, in milliseconds: within these a fault may cost frames.

/** A machine that is killed takes along what it had just been given. */
export const KILLED_MS = 1_000
/** So long a caster may take to see that its NATS server is gone, and to be heard over another one. */
export const NATS_NOTICED_MS = 12_000
/** After a part that stood still goes on, or came back. */
export const SETTLED_MS = 3_000

/** The metric of what a caster was sent of other casters' streams. */
export const STREAM_BYTES = 'vertice_bus_received_bytes_total'
