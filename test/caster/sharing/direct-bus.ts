// A bus that delivers synchronously, to one listener per subject.
import { type Bus, REJECTIONS, type Rejection } from '../../../src/caster/bus.ts'

export class DirectBus implements Bus {
  up = true
  readonly asked: string[] = []
  answer: Buffer | null | Promise<Buffer | null> = null
  readonly rejected = new Map<Rejection, number>(REJECTIONS.map((reason) => [reason, 0]))
  readonly counts = { messagesOut: 0, bytesOut: 0, unsendable: 0, rejected: this.rejected }
  readonly #listeners = new Map<string, (message: Buffer) => void>()

  isUp = () => this.up
  publish(subject: string, message: Buffer): void {
    this.#listeners.get(subject)?.(message)
  }
  subscribe(subject: string, hear: (message: Buffer, answer: (reply: Buffer) => void) => void) {
    this.#listeners.set(subject, (message) => hear(message, () => {}))
    return () => void this.#listeners.delete(subject)
  }
  async ask(subject: string): Promise<Buffer | null> {
    this.asked.push(subject)
    return this.answer
  }
  reject(reason: Rejection): void {
    this.rejected.set(reason, this.rejected.get(reason)! + 1)
  }
  hasListener = (subject: string) => this.#listeners.has(subject)
}
