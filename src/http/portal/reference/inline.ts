import { Marked } from 'marked'
import { Html } from '../../../domain/text/html.ts'

const marked = new Marked({ gfm: true })
marked.use({ renderer: { html: ({ text }) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;') } })

export const inline = (text: string): Html => new Html(marked.parseInline(text, { async: false }))
export const blocks = (text: string): Html => new Html(marked.parse(text, { async: false }))
