// How a command is declared: once, and parsing, help and completion come from it.
import type { Flags, ValuesOf } from './flags.ts'

/** What is typed after the name, in order: 'CODE' is needed, '[CODE]' is not, 'ID...' is one or more, 'a|b' are choices. */
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
  /** What else there is to know; the lines are laid out by help. */
  readonly more?: string
  readonly args?: Names
  readonly flags?: Options
  /** What is typed after it is another command, and goes on as it stands, options and all. */
  readonly passesOn?: boolean
  /** Returns the exit code; nothing: 0. */
  run(flags: ValuesOf<Options>, ...args: Typed<Names>): Promise<number> | Promise<void>
}

/** Something that can be done: `vertice backup`, `vertice station add`. */
export interface Verb {
  readonly summary: string
  readonly more: string
  readonly args: readonly string[]
  readonly flags: Flags
  readonly passesOn: boolean
  run(flags: object, ...args: string[]): Promise<number> | Promise<void>
}

/** Several under one name: `vertice station`. */
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

/** Every command, by name. Each is loaded when it is asked for: most need a database, and a whole service behind it. */
export type Commands = Readonly<
  Record<string, { readonly summary: string; load(): Promise<{ readonly command: Command }> }>
>

export const isGroup = (command: Command): command is Group => 'verbs' in command
