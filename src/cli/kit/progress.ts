// Shows progress on one line, only at a terminal.
const EVERY_MS = 200

export function progressLine(): { show(text: string): void; clear(): void } {
  if (!process.stderr.isTTY) return { show() {}, clear() {} }
  let shownAt = 0
  return {
    show(text) {
      if (performance.now() - shownAt < EVERY_MS) return
      shownAt = performance.now()
      process.stderr.write(`\r\x1b[K${text}`)
    },
    clear() {
      process.stderr.write('\r\x1b[K')
    },
  }
}
