/**
 * Keeps the process running when its terminal, or the reader of its output, is gone. Without this, the next line of the
 * log would end the process.
 */
export function ignoreLostOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}
