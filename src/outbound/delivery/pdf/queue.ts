// A fair queue: owners take turns, so an owner with a thousand links delays only itself. Limited per owner and in
// total.

export class FairQueue<Job> {
  /** By owner; the first entry is next. */
  readonly #lines = new Map<number, Job[]>()
  readonly #most: number
  readonly #mostOfOwner: number
  #size = 0

  constructor(most: number, mostOfOwner: number) {
    this.#most = most
    this.#mostOfOwner = mostOfOwner
  }

  /** Returns false if the queue is full. */
  add(ownerId: number, job: Job): boolean {
    const line = this.#lines.get(ownerId) ?? []
    if (this.#size >= this.#most || line.length >= this.#mostOfOwner) return false
    line.push(job)
    this.#lines.set(ownerId, line)
    this.#size += 1
    return true
  }

  /** Takes a job of the next owner, who then moves to the end. */
  take(): Job | undefined {
    const [entry] = this.#lines
    if (!entry) return undefined
    const [ownerId, line] = entry
    const job = line.shift()
    this.#size -= 1
    this.#lines.delete(ownerId)
    if (line.length > 0) this.#lines.set(ownerId, line)
    return job
  }

  remove(ownerId: number, job: Job): void {
    const line = this.#lines.get(ownerId) ?? []
    const index = line.indexOf(job)
    if (index < 0) return
    line.splice(index, 1)
    this.#size -= 1
    if (line.length === 0) this.#lines.delete(ownerId)
  }
}
