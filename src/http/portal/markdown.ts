// Renders the guides as HTML. The files also read well on a code host: tabs, notes and URLs of this service are derived
// from plain Markdown, without syntax that only the portal understands.
import { Marked, type Token, type Tokens } from 'marked'
import type { Language } from '../../domain/people/user.ts'
import { Html, html } from '../../domain/text/html.ts'
import { escapeHtml } from '../../domain/text/plain-text.ts'
import { codeBlock, codeChoice } from './code.ts'
import { wordsOf } from './words.ts'

export interface Heading {
  readonly depth: number
  readonly id: string
  readonly text: string
}

export interface Section {
  /** `null` for the text before the first heading below the title. */
  readonly heading: Heading | null
  readonly text: string
}

export interface Rendered {
  readonly title: string
  readonly headings: readonly Heading[]
  /** Without the title. */
  readonly body: Html
  readonly sections: readonly Section[]
}

export interface RenderOptions {
  readonly language: Language
  /** Resolves the URL of a link or image to the portal; `null` if the portal does not have the target. */
  readonly linkTo: (href: string) => string | null
  /** Replacements for comments `<!-- name -->` that are a block of their own. */
  readonly inserts: Readonly<Record<string, Html>>
}

/** Generates anchors like code hosts do, so that links to headings work in both places. */
export const idOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

const plain = (tokens: readonly Token[]): string =>
  tokens
    .map((token) => {
      if ('tokens' in token && token.tokens) return plain(token.tokens)
      if (token.type === 'list') return plain((token as Tokens.List).items)
      if (token.type === 'table')
        return (token as Tokens.Table).rows
          .flat()
          .map((cell) => plain(cell.tokens))
          .join(' ')
      if (token.type === 'code' || token.type === 'html') return ''
      return 'text' in token ? String(token.text) : ''
    })
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

export function renderMarkdown(source: string, options: RenderOptions): Rendered {
  const marked = rendererFor(options)
  const tokens = marked.lexer(source)
  const top = tokens.findIndex((token) => token.type === 'heading' && (token as Tokens.Heading).depth === 1)
  const title = plain((tokens[top] as Tokens.Heading).tokens)
  const rest = tokens.slice(top + 1)
  return { title, headings: headingsOf(rest), body: bodyOf(rest, marked, options), sections: sectionsOf(rest) }
}

export const headingsIn = (source: string): Heading[] => headingsOf(new Marked({ gfm: true }).lexer(source))

const headingsOf = (tokens: readonly Token[]): Heading[] =>
  tokens.flatMap((token) => (token.type === 'heading' ? [headingOf(token as Tokens.Heading)] : []))

const headingOf = ({ depth, tokens }: Tokens.Heading): Heading => {
  const text = plain(tokens)
  return { depth, id: idOf(text), text }
}

function sectionsOf(tokens: readonly Token[]): Section[] {
  const sections: { heading: Heading | null; text: string }[] = [{ heading: null, text: '' }]
  for (const token of tokens) {
    if (token.type === 'heading') sections.push({ heading: headingOf(token as Tokens.Heading), text: '' })
    else sections.at(-1)!.text += ` ${plain([token])}`
  }
  return sections.map(({ heading, text }) => ({ heading, text: text.trim() }))
}

const DATA = ['json', 'http']

/** Consecutive code blocks become tabs. */
function bodyOf(tokens: readonly Token[], marked: Marked, { language, inserts }: RenderOptions): Html {
  const parts: Html[] = []
  let samples: Tokens.Code[] = []
  const flush = () => {
    const shown = samples.map(({ lang = '', text }) => ({ language: lang, code: text }))
    if (shown.length > 1) parts.push(codeChoice(shown, language))
    else if (shown[0]) parts.push(codeBlock(shown[0], language))
    samples = []
  }
  for (const token of tokens) {
    if (token.type === 'space') continue
    if (token.type === 'code') {
      // An answer (JSON or HTTP) is not an alternative to the request before it, so it is no tab.
      const isData = DATA.includes((token as Tokens.Code).lang ?? '')
      if (isData) flush()
      samples.push(token as Tokens.Code)
      if (isData) flush()
      continue
    }
    flush()
    const insert = token.type === 'html' && inserts[/^<!-- ([a-z-]+) -->\s*$/.exec(token.raw)?.[1] ?? '']
    parts.push(insert || new Html(marked.parser([token])))
  }
  flush()
  return html`${parts}`
}

function rendererFor({ language, linkTo }: RenderOptions): Marked {
  const words = wordsOf(language)
  const marked = new Marked({ gfm: true })
  marked.use({
    renderer: {
      heading(token) {
        const { depth, id, text } = headingOf(token)
        const inner = this.parser.parseInline(token.tokens)
        return `<h${depth} id="${id}">${inner} <a class="anchor" href="#${id}" aria-label="${escapeHtml(words.linkTo(text))}">#</a></h${depth}>\n`
      },
      link({ href, tokens }) {
        const [address, inner] = [linkTo(href), this.parser.parseInline(tokens)]
        return address === null ? inner : `<a href="${escapeHtml(address)}">${inner}</a>`
      },
      image({ href, text }) {
        const address = linkTo(href)
        return address === null ? '' : `<img src="${escapeHtml(address)}" alt="${escapeHtml(text)}" loading="lazy">`
      },
      // Wide tables scroll by themselves, not with the page.
      table(token) {
        const cells = (row: readonly Tokens.TableCell[], isHead: boolean) =>
          row
            .map(({ tokens, text }) => {
              const inner = this.parser.parseInline(tokens)
              return isHead && text !== '' ? `<th scope="col">${inner}</th>` : `<td>${inner}</td>`
            })
            .join('')
        const hasHead = token.header.some(({ text }) => text !== '')
        const head = hasHead ? `<thead><tr>${cells(token.header, true)}</tr></thead>` : ''
        const rows = token.rows.map((row) => `<tr>${cells(row, false)}</tr>`).join('')
        return `<div class="table" tabindex="0" role="group" aria-label="${escapeHtml(words.table)}"><table>${head}<tbody>${rows}</tbody></table></div>\n`
      },
      blockquote({ tokens }) {
        const inner = this.parser.parse(tokens)
        const kind = /^<p>\[!(NOTE|TIP|WARNING|IMPORTANT)\]\s*/.exec(inner)
        if (!kind) return `<blockquote>${inner}</blockquote>`
        const name = kind[1]!.toLowerCase() as 'note' | 'tip' | 'warning' | 'important'
        const text = `<p>${inner.slice(kind[0].length)}`
        return `<aside class="notice ${name}" role="note"><p class="kind">${words.notices[name]}</p>${text}</aside>`
      },
      // Not interactive: checklists are for printing, because the page stores nothing.
      checkbox: () => '<span class="box" aria-hidden="true"></span>',
      html: () => '',
    },
  })
  return marked
}
