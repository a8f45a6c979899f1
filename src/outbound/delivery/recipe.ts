// The recipe for one receiver: what page and PDF both show.
import type { CustomerDelivery } from '../../domain/delivery/delivery.ts'
import { type AcceptedText, type Access, acceptedText } from '../../domain/delivery/receivers/accepted-text.ts'
import { isDocumented, RECEIVERS } from '../../domain/delivery/receivers/catalogue.ts'
import { confirmationOf, type Fact, type ReceiverFacts, sourcesOf } from '../../domain/delivery/receivers/facts.ts'
import type { ReceiverKey } from '../../domain/delivery/receivers/names.ts'
import { SOURCES, type Source, type SourceKey } from '../../domain/delivery/receivers/sources.ts'
import { type Suitable, suitableMountpoint } from '../../domain/delivery/receivers/suitable-mountpoint.ts'
import type { Language } from '../../domain/people/user.ts'
import { wordsIn } from '../../words/language.ts'
import { receiverName } from '../../words/words.ts'
import type { Words } from './words/es.ts'
import { wordsOf } from './words/words.ts'

/** A text, and which of the sources confirms it. */
export interface Statement {
  readonly text: string
  /** 1 for the first source; `null` if the text is not confirmed. */
  readonly source: number | null
  /** A remark about a text that the maker's documents do not confirm; `null` if they do. */
  readonly remark: string | null
}

export interface NamedStatement extends Statement {
  readonly name: string
}

export interface Recipe {
  readonly name: string
  /** Recommends a mountpoint, or warns. */
  readonly notices: readonly string[]
  /** Values for the placeholders of the steps. */
  readonly values: Readonly<Record<string, string>>
  readonly steps: readonly string[]
  /** Says that the steps are general and not verified; `null` if a document describes them. */
  readonly general: string | null
  /** The source of the steps, like `Statement.source`. */
  readonly stepsSource: number | null
  readonly accepted: AcceptedText | null
  readonly traps: readonly Statement[]
  readonly facts: readonly NamedStatement[]
  /** Names what no document confirms; `null` if everything is confirmed. */
  readonly unconfirmed: string | null
  readonly sources: readonly Source[]
}

/** Data that a program accepts as text, for the mountpoint that suits it. */
export function accessOf(delivery: CustomerDelivery, mountpoint = delivery.mountpoint): Access {
  const { casterHost: host, casterPort: port, credential, password, station } = delivery
  return { host, port, mountpoint, username: credential.username, password, sendsPosition: station === null }
}

export function recipeFor(key: ReceiverKey, delivery: CustomerDelivery, language: Language): Recipe {
  const words = wordsOf(language)
  const known = RECEIVERS[key]
  const { casterHost, casterPort, credential } = delivery
  const suitable = suitableMountpoint(known, delivery)
  const { mountpoint } = suitable
  const keys = sourcesOf(known)
  const state = stating(keys, words)
  return {
    name: receiverName(wordsIn(language), key),
    notices: noticesOf(suitable, delivery, words),
    values: { host: casterHost, port: String(casterPort), mountpoint, user: credential.username },
    steps: isDocumented(key) ? words.equipment[key] : words.generalSteps,
    general: isDocumented(key) ? null : words.recipes.general,
    stepsSource: numberOf(keys, known.steps),
    accepted: known.accepts ? acceptedText(known.accepts, accessOf(delivery, mountpoint)) : null,
    traps: known.traps.map(({ value, source }) => state(words.recipes.traps[value], source)),
    facts: factsOf(known, words).flatMap(({ name, fact }) =>
      fact === null ? [] : [{ name, ...state(fact.value, fact.source) }],
    ),
    unconfirmed: unconfirmedOf(known, words),
    sources: keys.map((source) => SOURCES[source]),
  }
}

const stating =
  (keys: readonly SourceKey[], { recipes }: Words) =>
  (text: string, source: SourceKey | null): Statement => {
    const remarks = { makers: null, others: recipes.othersMark, none: recipes.unconfirmedMark }
    return { text, source: numberOf(keys, source), remark: remarks[confirmationOf(source)] }
  }

const numberOf = (keys: readonly SourceKey[], source: SourceKey | null) => source && keys.indexOf(source) + 1

/** `fact`: `null` if unknown. */
interface NamedFact {
  readonly name: string
  readonly fact: Fact<string> | null
}

export function factsOf({ ntrip, position, reads, tls }: ReceiverFacts, { recipes }: Words): NamedFact[] {
  const said = <Value>(fact: Fact<Value> | null, say: (value: Value) => string) =>
    fact && { value: say(fact.value), source: fact.source }
  return [
    { name: recipes.ntrip, fact: said(ntrip, (versions) => recipes.ntripVersions[versions]) },
    { name: recipes.position, fact: said(position, (reports) => recipes.positionReports[reports]) },
    { name: recipes.reads, fact: said(reads, (forms) => forms.map((form) => recipes.forms[form]).join(', ')) },
    { name: recipes.tls, fact: said(tls, (supports) => (supports ? recipes.yes : recipes.no)) },
  ]
}

/** Facts that are unknown. The others carry their own remark. */
function unconfirmedOf(known: ReceiverFacts, words: Words): string | null {
  const unknown = factsOf(known, words).flatMap(({ name, fact }) => (fact === null ? [name] : []))
  const names = [...(known.steps === null ? [words.recipes.steps] : []), ...unknown]
  return names.length === 0 ? null : words.recipes.unconfirmed(names.join(', '))
}

function noticesOf(
  { mountpoint, advice, positionDoubt }: Suitable,
  delivery: CustomerDelivery,
  words: Words,
): string[] {
  const { advice: say, doubt } = words.recipes
  const notices: string[] = []
  if (advice.kind === 'no_legacy') notices.push(say.noLegacy)
  if (advice.kind === 'legacy' || advice.kind === 'lighter') {
    const [one] = advice.mountpoints
    notices.push(
      advice.isFor === 'all' ? say[advice.kind](one!) : say[`${advice.kind}OneOf`](namesOf(advice.mountpoints)),
    )
  }
  const leadsToStation = advice.kind === 'legacy' && advice.isFor === 'stations'
  if (positionDoubt !== null && !leadsToStation)
    notices.push(doubt[positionDoubt](mountpoint, namesOf(delivery.group?.mountpoints ?? [])))
  return notices
}

/** One line of a sheet holds these. */
const MOST_NAMED = 6

const namesOf = (names: readonly string[]) =>
  names.length > MOST_NAMED ? `${names.slice(0, MOST_NAMED).join(', ')}…` : names.join(', ')
