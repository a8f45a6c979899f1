// What a dictionary of our own notices holds.

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
  readonly test: { readonly subject: string; readonly text: string }
}
