import { parseArgs } from 'node:util'
import { didYouMean } from '../../domain/text/nearest.ts'
import type { Verb } from './declare.ts'
import { UsageError } from './failures.ts'
import type { Flag } from './flags.ts'

export interface Typed {
  readonly flags: Record<string, unknown>
  readonly args: string[]
}

export function parse({ flags, args: names, passesOn }: Omit<Verb, 'run'>, typed: string[]): Typed {
  if (passesOn) {
    checkArgs(names, typed)
    return { flags: {}, args: typed }
  }
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, { shape }]) => [name, { type: shape === null ? 'boolean' : 'string' } as const]),
  )
  const { tokens, positionals } = parseArgs({
    args: typed,
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  const said = new Map<string, string>()
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const flag = token.rawName.startsWith('--') && Object.hasOwn(flags, token.name) ? flags[token.name] : undefined
    if (!flag) {
      const hint = didYouMean(token.name, Object.keys(flags), (name) => `--${name}`) || '; see --help'
      throw new UsageError(`unknown option ${token.rawName}${hint}`)
    }
    said.set(token.name, typedValue(flag, token))
  }
  const values = Object.entries(flags).map(([name, flag]) => [name, flag.read(said.get(name), `--${name}`)])
  checkArgs(names, positionals)
  return { flags: Object.fromEntries(values), args: positionals }
}

interface OptionToken {
  readonly rawName: string
  readonly value: string | undefined
  readonly inlineValue: boolean | undefined
}

function typedValue({ shape }: Flag, { rawName, value, inlineValue }: OptionToken): string {
  if (shape === null) {
    if (value !== undefined) throw new UsageError(`${rawName} takes no value; see --help`)
    return ''
  }
  if (value === undefined) throw new UsageError(`${rawName} requires a value: ${rawName} ${shape}`)
  // Accepts negative numbers such as `--lng -99.13`. Anything else with a dash is an option, so the value is missing.
  if (!inlineValue && /^-\D/.test(value))
    throw new UsageError(
      `${rawName} requires a value: ${rawName} ${shape}; write a value that starts with "-" as ${rawName}=…`,
    )
  return value
}

function checkArgs(names: readonly string[], given: readonly string[]): void {
  const missing = names.find((name, index) => !name.startsWith('[') && (given[index] ?? '').trim() === '')
  if (missing) throw new UsageError(`${missing.replace(/\.{3}$/, '')} is required; see --help`)
  const tooMany = names.at(-1)?.endsWith('...') ? undefined : given[names.length]
  if (tooMany !== undefined) throw new UsageError(`unexpected argument "${tooMany}"; see --help`)
}
