// Who waits for a sheet. Owners take turns, so that one with a thousand links holds up its own; and nobody, nor all together, may
// let more wait than a number of them.

export class FairQueue<Job> {
  /** By owner, whose turn it is first. */
  readonly #lines = new Map<number, Job[]>()
  readonly #most: number
  readonly #mostOfOwner: number
  #size = 0

  constructor(most: number, mostOfOwner: number) {
    this.#most = most
    this.#mostOfOwner = mostOfOwner
  }

  /** False: there is no room. */
  add(ownerId: number, job: Job): boolean {
    const line = this.#lines.get(ownerId) ?? []
    if (this.#size >= this.#most || line.length >= this.#mostOfOwner) return false
    line.push(job)
    this.#lines.set(ownerId, line)
    this.#size += 1
    return true
  }

  /** The first of whose turn it is; the owner goes to the end. */
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
