// Prints --help, derived from the declarations of the commands.
import { type Command, type Group, isGroup, type Verb } from './declare.ts'
import type { Flags } from './flags.ts'

const WIDTH = 100

/** `path` is the command as typed, such as "station add". */
export const helpOf = (path: string, command: Command): string =>
  isGroup(command) ? groupHelp(path, command) : verbHelp(path, command)

function groupHelp(path: string, { verbs, about }: Group): string {
  const rows = Object.entries(verbs).map(([name, verb]) => [[name, ...verb.args].join(' '), verb.summary] as const)
  return paragraphs(
    `usage: vertice ${path} COMMAND [...]`,
    columns(rows),
    wrapped(about),
    `Run "vertice ${path} COMMAND --help" for details and options.`,
  )
}

function verbHelp(path: string, { args, flags, summary, more }: Verb): string {
  const shown = Object.entries(flags)
  const needed = shown.filter(([, { isRequired }]) => isRequired)
  const usage = [
    ...args,
    ...needed.map(([name, { shape }]) => `--${name} ${shape}`),
    ...(shown.length > needed.length ? ['[OPTIONS]'] : []),
  ]
  return paragraphs(
    ['usage: vertice', path, ...usage].join(' '),
    wrapped(`${summary[0]!.toUpperCase()}${summary.slice(1)}${/[.?]$/.test(summary) ? '' : '.'}`),
    columns(optionRows(flags)),
    wrapped(more),
  )
}

const optionRows = (flags: Flags) =>
  Object.entries(flags).map(
    ([name, { shape, help }]) => [shape === null ? `--${name}` : `--${name} ${shape}`, help] as const,
  )

/** If an entry is wider than the left column, its text moves to the next line. */
export function columns(rows: readonly (readonly [string, string])[]): string {
  const widest = Math.min(32, Math.max(0, ...rows.map(([left]) => left.length)))
  const indent = ' '.repeat(widest + 4)
  return rows
    .map(([left, right]) => {
      const words = wrapped(right, WIDTH - indent.length).replaceAll('\n', `\n${indent}`)
      return left.length > widest ? `  ${left}\n${indent}${words}` : `  ${left.padEnd(widest)}  ${words}`
    })
    .join('\n')
}

/** Lines that start with a space are preformatted and stay as they are. */
function wrapped(text: string, width = WIDTH): string {
  return text
    .split('\n')
    .flatMap((line) => (line.startsWith(' ') ? [line] : wrapLine(line, width)))
    .join('\n')
}

function wrapLine(line: string, width: number): string[] {
  const lines = ['']
  for (const word of line.split(' ')) {
    const longer = lines.at(-1) === '' ? word : `${lines.at(-1)} ${word}`
    if (longer.length <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

const paragraphs = (...parts: string[]) => parts.filter((part) => part !== '').join('\n\n')
