// The entry point for files: recognizes observations, CRINEX and navigation messages by the first line.
import type { Ephemeris } from '@vertice/rtcm'
import { CrinexExpander } from '../crinex/expander.ts'
import { NavigationReader } from '../navigation/reader.ts'
import { type ObservationHandlers, ObservationReader } from '../observations/read/reader.ts'
import { RinexError } from './error.ts'
import { text } from './fields.ts'
import { LineSplitter } from './line-splitter.ts'

export type RinexKind = 'observations' | 'crinex' | 'navigation'

/** What a file is, by its first line; `null` if it is neither RINEX nor CRINEX. */
export function rinexKind(firstLine: string): RinexKind | null {
  const label = firstLine.slice(60, 80)
  if (label.startsWith('CRINEX VERS')) return 'crinex'
  if (!label.startsWith('RINEX VERSION / TYPE')) return null
  const type = firstLine[20]?.toUpperCase()
  if (type === 'O') return 'observations'
  return type === 'N' || type === 'G' || type === 'H' || type === 'E' ? 'navigation' : null
}

export interface RinexHandlers extends ObservationHandlers {
  readonly onEphemeris?: (ephemeris: Ephemeris) => void
}

/** Reads the bytes of a file. Files that are compressed with gzip must be unpacked before. */
export class RinexReader {
  readonly observations: ObservationReader
  readonly navigation: NavigationReader
  readonly #splitter = new LineSplitter((line) => this.#line(line))
  #kind: RinexKind | null = null
  #target: { line(line: Buffer): void; end(): void } | null = null

  constructor(handlers: RinexHandlers) {
    this.observations = new ObservationReader(handlers)
    this.navigation = new NavigationReader((ephemeris) => handlers.onEphemeris?.(ephemeris))
  }

  /** `null` before the first line. */
  get kind(): RinexKind | null {
    return this.#kind
  }

  /** Throws a `RinexError` with the line of the file. What was read before it has been passed on. */
  push(bytes: Uint8Array): void {
    this.#splitter.push(bytes)
  }

  /** Throws a `RinexError` if the file is cut off. */
  end(): void {
    // Half a difference would be read as another value. Programs end the last line of a CRINEX file.
    if (this.#kind === 'crinex' && this.#splitter.isInsideLine)
      throw new RinexError('cut_off').at(this.#splitter.lines + 1)
    this.#splitter.end()
    try {
      if (!this.#target) throw new RinexError('not_rinex')
      this.#target.end()
    } catch (error) {
      throw error instanceof RinexError ? error.at(this.#splitter.lines) : error
    }
  }

  #line(line: Buffer): void {
    if (!this.#target) this.#target = this.#targetOf(text(line, 0, 80))
    this.#target.line(line)
  }

  #targetOf(firstLine: string) {
    const { observations } = this
    this.#kind = rinexKind(firstLine)
    if (this.#kind === 'observations') return observations
    if (this.#kind === 'navigation') return this.navigation
    if (this.#kind !== 'crinex')
      throw new RinexError(firstLine.slice(60).startsWith('RINEX') ? 'unsupported_kind' : 'not_rinex', firstLine)
    const expander = new CrinexExpander((expanded) => observations.line(expanded))
    return {
      line: (line: Buffer) => expander.line(line),
      end: () => {
        expander.end()
        observations.end()
      },
    }
  }
}
