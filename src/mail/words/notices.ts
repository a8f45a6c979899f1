// What a dictionary of our own notices holds.
import type { AccountChange } from '../../domain/people/account-change.ts'

export interface NoticeWords {
  readonly orderPayment: {
    readonly subject: (number: string) => string
    readonly intro: (number: string, network: string) => string
    readonly amount: (amount: string) => string
    readonly reference: (number: string) => string
    readonly card: string
    readonly look: string
    readonly bank: string
    readonly ignore: string
  }
  /** Its reader gets both languages, one after the other. */
  readonly webhookDeactivated: {
    readonly state: string
    readonly otherLanguage: string
    readonly intro: (id: number, network: string, why: string) => string
    readonly facts: (url: string, since: string, at: string, error: string) => readonly string[]
    readonly whatToDo: string
    readonly meanwhile: string
  }
  readonly accountChanged: {
    readonly subject: Readonly<Record<AccountChange, string>>
    readonly account: (email: string, network: string) => string
    readonly intro: Readonly<Record<AccountChange, (account: string) => string>>
    /** Without a place: somebody else did it. */
    readonly facts: (at: string, place: string | null) => readonly string[]
    readonly unknownPlace: string
    readonly notYou: string
    readonly notAsked: string
  }
  readonly test: { readonly subject: string; readonly text: string }
}
