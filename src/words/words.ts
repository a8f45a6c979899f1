// Type of the dictionaries: a sentence for every code. A dictionary that lacks a code does not compile.
import type { Fault, FaultParams, FilePlace } from '../domain/codes/fault.ts'
import type { RefusalCode, RefusalParams } from '../domain/codes/refusal.ts'
import type { ImportNotes } from '../domain/credentials/imported.ts'
import { RECEIVER_KEYS, RECEIVER_NAMES, type ReceiverKey } from '../domain/delivery/receivers/names.ts'
import type { AccessWords } from './access.ts'
import type { AttentionWords } from './attention.ts'
import type { BackupWords } from './backups.ts'
import type { MailWords } from './mail.ts'
import type { NetworkWords } from './network.ts'
import type { QualityWords } from './quality.ts'
import type { WordsFor } from './say.ts'
import type { StationWords } from './stations.ts'
import type { WebhookWords } from './webhooks.ts'

export type RefusalWords = {
  readonly [Code in RefusalCode]: readonly [title: string, detail: (params: RefusalParams<Code>) => string]
}

/** A sentence each, with a capital and a full stop. */
export type FaultWords = WordsFor<FaultParams>

export type ImportWords = WordsFor<ImportNotes>

export interface Words {
  readonly refusals: RefusalWords
  readonly faults: FaultWords
  readonly access: AccessWords
  readonly attention: AttentionWords
  readonly backups: BackupWords
  readonly network: NetworkWords
  readonly quality: QualityWords
  readonly stations: StationWords
  readonly webhooks: WebhookWords
  readonly mail: MailWords
  readonly imports: ImportWords
  /** Replaces the name of the field if the whole input is at fault. */
  readonly whole: string
  /** Sentence that follows the first of several faults. */
  readonly andMore: (count: number) => string
  readonly place: { readonly [Kind in FilePlace['kind']]: (number: number) => string }
  readonly networkMountpointSkipped: (mountpoint: string) => string
  readonly olderReceiver: string
}

export const faultText = ({ faults }: Words, { code, params }: Fault): string =>
  (faults[code] as (params: Fault['params']) => string)(params)

interface Refused {
  readonly code: RefusalCode
  readonly params: RefusalParams
}

export const refusalTitle = ({ refusals }: Words, code: RefusalCode): string => refusals[code][0]

export const refusalText = ({ refusals }: Words, { code, params }: Refused): string =>
  (refusals[code][1] as (params: RefusalParams) => string)(params)

export const placeText = ({ place }: Words, { kind, number }: FilePlace): string => place[kind](number)

export const receiverName = ({ olderReceiver }: Words, key: ReceiverKey): string => RECEIVER_NAMES[key] ?? olderReceiver

export const receiverChoices = (words: Words): { readonly value: ReceiverKey; readonly label: string }[] =>
  RECEIVER_KEYS.map((value) => ({ value, label: receiverName(words, value) }))
