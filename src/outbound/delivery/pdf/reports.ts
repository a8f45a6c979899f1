// Makes reports one after another, in a thread of their own that ends when nothing is left to do.
import { TooManyWait } from './maker.ts'
import type { ReportWish } from './position-report.ts'
import { Workshop } from './workshop.ts'

/** A caller above this is rejected; a report takes a tenth of a second. */
const MOST_WAITING = 20

export class ReportMaker {
  readonly #workshop = new Workshop()
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0

  async make(wish: ReportWish): Promise<Buffer> {
    if (this.#waiting >= MOST_WAITING) throw new TooManyWait()
    this.#waiting++
    const made = this.#last.then(() => this.#workshop.make(wish))
    this.#last = made.catch(() => {})
    try {
      return await made
    } finally {
      if (--this.#waiting === 0) await this.#workshop.close()
    }
  }
}
