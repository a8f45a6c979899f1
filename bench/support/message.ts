/** Size of a base's messages in the benchmarks: about one epoch of a receiver, in one frame. */
export const MESSAGE_BYTES = 600
