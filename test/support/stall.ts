/** Blocks this thread without using CPU time, as if the process got none. */
export function stallFor(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
