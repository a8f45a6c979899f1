/** What bases send in the benchmarks: about an epoch of a receiver's, in one frame. */
export const MESSAGE_BYTES = 600
