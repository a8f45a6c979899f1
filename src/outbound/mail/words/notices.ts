// The texts of our notices; one dictionary per language.
import type { AccountChange } from '../../../domain/people/account-change.ts'

export interface NoticeWords {
  readonly orderPayment: {
    readonly subject: (number: string) => string
    readonly intro: (number: string, network: string) => string
    /** The order renews a credential. */
    readonly renewal: (number: string, network: string) => string
    readonly amount: (amount: string) => string
    readonly reference: (number: string) => string
    readonly card: string
    readonly look: string
    readonly open: string
    readonly bank: string
    readonly ignore: string
  }
  readonly status: {
    readonly confirmSubject: string
    readonly confirm: (network: string) => string
    readonly ignore: string
    readonly look: string
    readonly leave: string
  }
  /** The mail contains both languages, one after the other. */
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
    /** `place` is `null` if another user made the change. */
    readonly facts: (at: string, place: string | null) => readonly string[]
    readonly unknownPlace: string
    readonly notYou: string
    readonly notAsked: string
  }
  readonly alert: {
    readonly needs: (count: number) => string
    readonly over: (count: number) => string
    /** Alerts that began and ended during quiet hours. */
    readonly missed: (count: number) => string
    readonly back: (name: string) => string
    readonly ended: (told: string) => string
    readonly times: (count: number) => string
    readonly lasted: (minutes: number) => string
    readonly simulated: string
    readonly more: (count: number) => string
    readonly open: string
    readonly openOne: (name: string) => string
    readonly why: string
    /** For a channel that a user set up. */
    readonly whyOwn: string
  }
  readonly channelTest: { readonly subject: string; readonly text: string }
  /** Mails to the host of a station. */
  readonly host: {
    readonly hello: (name: string) => string
    readonly confirmSubject: (code: string) => string
    readonly confirm: (network: string, station: string) => string
    readonly confirmButton: string
    readonly ignore: string
    readonly down: (code: string) => string
    readonly back: (code: string) => string
    readonly downText: (station: string) => string
    readonly backText: (station: string) => string
    readonly check: string
    readonly since: string
    readonly until: string
    readonly simulated: string
    readonly monthSubject: (code: string, month: string) => string
    readonly monthText: (station: string, month: string) => string
    readonly uptime: string
    readonly offline: string
    readonly outageDays: string
    readonly unmeasured: string
    readonly duration: (hours: number, minutes: number) => string
    readonly open: string
    readonly why: string
  }
  readonly loginLink: {
    readonly subject: Readonly<Record<'invitation' | 'reset', string>>
    readonly intro: Readonly<Record<'invitation' | 'reset', (email: string, network: string) => string>>
    readonly open: string
    readonly until: (time: string) => string
    /** For recipients who did not expect the mail. */
    readonly notExpected: string
    readonly notAsked: string
    readonly notAskedOfOthers: string
  }
  readonly test: { readonly subject: string; readonly text: string }
}
