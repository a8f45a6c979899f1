// The words that shell completion offers at each position, derived from the declarations of the commands.
import { type Commands, isGroup, type Verb } from '../kit/declare.ts'

/** Values to offer: one of these, a file, or free text. */
export type Value = readonly string[] | 'file' | 'anything'

export interface Offer {
  readonly word: string
  readonly about: string
}

export interface Spot {
  /** The words typed so far: '', 'station', 'station add'. */
  readonly path: string
  /** Subcommands, and literal arguments. */
  readonly words: readonly Offer[]
  readonly options: readonly (Offer & { readonly value: Value | null })[]
  readonly takesFile: boolean
}

export async function spots(all: Commands): Promise<Spot[]> {
  const commands = await Promise.all(
    Object.entries(all).map(async ([name, { summary, load }]) => ({ name, summary, ...(await load()) })),
  )
  const first: Spot = {
    path: '',
    words: commands.map(({ name, summary }) => ({ word: name, about: summary })),
    options: [
      { word: '--help', about: 'list the commands', value: null },
      { word: '--version', about: 'print the release', value: null },
    ],
    takesFile: false,
  }
  const others = commands.flatMap(({ name, command }) => {
    if (!isGroup(command)) return [spotOf(name, command)]
    const verbs = Object.entries(command.verbs)
    const words = verbs.map(([word, { summary }]) => ({ word, about: summary }))
    const group = { path: name, words, options: [HELP], takesFile: false }
    return [group, ...verbs.map(([word, verb]) => spotOf(`${name} ${word}`, verb))]
  })
  return [first, ...others]
}

const HELP = { word: '--help', about: 'show help', value: null }

function spotOf(path: string, { args, flags }: Verb): Spot {
  const values = args.map(offersIn)
  const options = Object.entries(flags).map(([name, { shape, choices, help }]) => ({
    word: `--${name}`,
    about: briefly(help),
    value: shape === null ? null : choices.length > 0 ? choices : offersIn(shape),
  }))
  return {
    path,
    words: values.flatMap((value) => (Array.isArray(value) ? value.map((word) => ({ word, about: '' })) : [])),
    options: [...options, HELP],
    takesFile: values.includes('file'),
  }
}

/** Lower-case words of a shape are literals. */
function offersIn(shape: string): Value {
  const bare = shape.replace(/^\[|\]$|\.{3}$/g, '')
  if (/^(FILE|PATH|DIR)$/.test(bare)) return 'file'
  const words = bare.split('|').filter((word) => /^[a-z][a-z-]*$/.test(word))
  return words.length > 0 ? words : 'anything'
}

const BRIEF = 60

const briefly = (help: string) => {
  const first = help.split(/[;:(]/, 1)[0]!.trim()
  return first.length <= BRIEF ? first : `${first.slice(0, BRIEF).replace(/ \S*$/, '')} …`
}
