// The API's changelog as an Atom feed (RFC 4287). A section of the guide becomes an entry if it has a comment with the
// date of its last change, such as `<!-- 2026-11-18 -->`.
import { escapeHtml } from '../../domain/text/plain-text.ts'
import { idOf } from './markdown.ts'

export interface FeedSettings {
  readonly title: string
  readonly language: string
  /** Absolute URLs of the page and of the feed itself. */
  readonly pageUrl: string
  readonly feedUrl: string
  readonly render: (markdown: string) => string
}

const DATE = /<!-- (\d{4}-\d{2}-\d{2}) -->/

export function changelogFeed(source: string, { title, language, pageUrl, feedUrl, render }: FeedSettings): string {
  const entries = source
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => {
      const [heading = '', ...lines] = section.split('\n')
      const [, date] = DATE.exec(section) ?? []
      return date ? [{ heading, at: `${date}T00:00:00Z`, text: lines.join('\n') }] : []
    })
  const updated =
    entries
      .map(({ at }) => at)
      .sort()
      .at(-1) ?? '1970-01-01T00:00:00Z'
  const xml = entries.map(({ heading, at, text }) => {
    const url = escapeHtml(`${pageUrl}#${idOf(heading)}`)
    return `<entry><id>${url}</id><title>${escapeHtml(heading)}</title><updated>${at}</updated><link href="${url}"/><content type="html">${escapeHtml(render(text))}</content></entry>`
  })
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">
<id>${escapeHtml(feedUrl)}</id><title>${escapeHtml(title)}</title><updated>${updated}</updated>
<author><name>${escapeHtml(title)}</name></author>
<link rel="self" href="${escapeHtml(feedUrl)}"/><link href="${escapeHtml(pageUrl)}"/>
${xml.join('\n')}
</feed>
`
}
