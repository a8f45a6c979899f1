// LRU cache of recent sheets, limited by bytes.

export class SheetCache {
  readonly #sheets = new Map<string, Buffer>()
  readonly #mostBytes: number
  #bytes = 0

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  get(key: string): Buffer | undefined {
    const sheet = this.#sheets.get(key)
    if (sheet) {
      this.#sheets.delete(key)
      this.#sheets.set(key, sheet)
    }
    return sheet
  }

  keep(key: string, sheet: Buffer): void {
    this.#forget(key)
    this.#sheets.set(key, sheet)
    this.#bytes += sheet.length
    for (const oldest of this.#sheets.keys()) {
      if (this.#bytes <= this.#mostBytes) return
      this.#forget(oldest)
    }
  }

  clear(): void {
    this.#sheets.clear()
    this.#bytes = 0
  }

  #forget(key: string): void {
    this.#bytes -= this.#sheets.get(key)?.length ?? 0
    this.#sheets.delete(key)
  }
}
