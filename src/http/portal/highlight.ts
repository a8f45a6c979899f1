// A small syntax highlighter: strings, comments, numbers, keywords. Everything else stays plain.
import { escapeHtml } from '../../domain/text/plain-text.ts'

const NAMES: Readonly<Record<string, string>> = {
  sh: 'Shell',
  http: 'HTTP',
  json: 'JSON',
  js: 'JavaScript',
  ts: 'TypeScript',
  py: 'Python',
  php: 'PHP',
  go: 'Go',
}

/** Shell code that only calls curl is labelled "curl". */
export const languageName = (language: string, code: string): string =>
  language === 'sh' && code.startsWith('curl') ? 'curl' : (NAMES[language] ?? language)

const WORDS =
  'and as async await break catch class const continue def defer echo elif else end except export false finally fn for foreach from func function global if import in is let new nil none not null of or package pass raise return self static struct then throw true try type use var void while with yield done do fi exit'.split(
    ' ',
  )

const TEXT = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/
/** Shell strings may span lines. */
const SHELL_TEXT = /"(?:\\.|[^"\\])*"|'[^']*'/
const NUMBER = /\b\d[\d_]*(?:\.\d+)?\b/
const NAME = /\$?[A-Za-z_][\w]*/
const COMMENTS: Readonly<Record<string, RegExp>> = {
  sh: /(?<![^\s])#[^\n]*/,
  py: /#[^\n]*/,
  php: /\/\/[^\n]*|#[^\n]*/,
  json: /(?!)/,
  http: /(?!)/,
}
const SLASHES = /(?<!:)\/\/[^\n]*/

export function highlight(code: string, language: string): string {
  if (!(language in NAMES)) return escapeHtml(code)
  const comment = COMMENTS[language] ?? SLASHES
  const parts = new RegExp(
    `(?<comment>${comment.source})|(?<text>${(language === 'sh' ? SHELL_TEXT : TEXT).source})|(?<number>${NUMBER.source})|(?<name>${NAME.source})`,
    'g',
  )
  let html = ''
  let done = 0
  for (const match of code.matchAll(parts)) {
    const [found] = match
    const kind = kindOf(match, code, language)
    html += escapeHtml(code.slice(done, match.index))
    html += kind ? `<span class="${kind}">${escapeHtml(found)}</span>` : escapeHtml(found)
    done = match.index + found.length
  }
  return html + escapeHtml(code.slice(done))
}

function kindOf({ groups, 0: found, index }: RegExpExecArray, code: string, language: string): string | null {
  const { comment, text, number } = groups!
  if (comment !== undefined) return 'c-comment'
  if (text !== undefined)
    return language === 'json' && /^\s*:/.test(code.slice(index + found.length)) ? 'c-key' : 'c-text'
  if (number !== undefined) return language === 'sh' ? null : 'c-number'
  return WORDS.includes(found.toLowerCase()) && language !== 'sh' && language !== 'http' ? 'c-word' : null
}
