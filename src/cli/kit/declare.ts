// Declares a command once, for parsing, help and completion.
import type { Flags, ValuesOf } from './flags.ts'

/** Positional arguments: 'CODE' is required, '[CODE]' is optional, 'ID...' is one or more, 'a|b' are choices. */
type Args = readonly string[]

type Typed<Names extends Args> = Names extends readonly [infer First extends string, ...infer Rest extends Args]
  ? First extends `${string}...`
    ? [string, ...string[]]
    : First extends `[${string}`
      ? [(string | undefined)?, ...Typed<Rest>]
      : [string, ...Typed<Rest>]
  : []

interface Declared<Options extends Flags, Names extends Args> {
  /** One line. */
  readonly summary: string
  /** Further explanation; help wraps the lines. */
  readonly more?: string
  readonly args?: Names
  readonly flags?: Options
  /** The arguments are another command, passed through unchanged with its options. */
  readonly passesOn?: boolean
  /** Returns the exit code; default 0. */
  run(flags: ValuesOf<Options>, ...args: Typed<Names>): Promise<number> | Promise<void>
}

/** A command that runs: `vertice backup`, `vertice station add`. */
export interface Verb {
  readonly summary: string
  readonly more: string
  readonly args: readonly string[]
  readonly flags: Flags
  readonly passesOn: boolean
  run(flags: object, ...args: string[]): Promise<number> | Promise<void>
}

/** A command with subcommands: `vertice station`. */
export interface Group {
  readonly about: string
  readonly verbs: Readonly<Record<string, Verb>>
}

export type Command = Verb | Group

// biome-ignore lint/complexity/noBannedTypes: no options, which is what an empty object says
export const verb = <const Options extends Flags = {}, const Names extends Args = []>(
  declared: Declared<Options, Names>,
): Verb => ({ more: '', args: [], flags: {}, passesOn: false, ...declared, run: declared.run as Verb['run'] })

export const group = (verbs: Group['verbs'], about = ''): Group => ({ verbs, about })

/** Commands by name, loaded on demand, because most import the whole service. */
export type Commands = Readonly<
  Record<string, { readonly summary: string; load(): Promise<{ readonly command: Command }> }>
>

export const isGroup = (command: Command): command is Group => 'verbs' in command
