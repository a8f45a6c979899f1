// Colours, check marks and frames: at a terminal only. Elsewhere, such as in a journal, texts stay plain.

export interface Terminal {
  /** False for pipes, files, `TERM=dumb` and `NO_COLOR`. */
  readonly hasColors: boolean
  /** `null` if the output is not a terminal. */
  readonly columns: number | null
}

export function terminalOf(stream: NodeJS.WriteStream = process.stdout): Terminal {
  if (!stream.isTTY) return { hasColors: false, columns: null }
  return { hasColors: stream.hasColors(), columns: stream.columns || 80 }
}

const colour =
  (code: number) =>
  ({ hasColors }: Terminal, text: string): string =>
    hasColors ? `\x1b[${code}m${text}\x1b[0m` : text

export const bold = colour(1)
export const green = colour(32)
const blue = colour(36)

/** Prefixes a check mark at a terminal. */
export const done = (terminal: Terminal, text: string): string =>
  terminal.columns === null ? text : `${green(terminal, '✓')} ${bold(terminal, text)}`

/** Frames the lines. If they are wider than the terminal, the frame has no sides, so that a link can still be copied. */
export function framed(terminal: Terminal, lines: readonly string[]): string {
  if (terminal.columns === null) return lines.join('\n')
  const width = Math.max(...lines.map((line) => line.length))
  const hasSides = width + 4 <= terminal.columns
  const rule = '─'.repeat(hasSides ? width + 2 : terminal.columns)
  const side = blue(terminal, '│')
  return [
    blue(terminal, hasSides ? `╭${rule}╮` : rule),
    ...lines.map((line) =>
      hasSides ? `${side} ${bold(terminal, line)}${' '.repeat(width - line.length)} ${side}` : bold(terminal, line),
    ),
    blue(terminal, hasSides ? `╰${rule}╯` : rule),
  ].join('\n')
}
