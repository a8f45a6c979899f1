// The search index: sections of the pages and operations, small enough for the browser to load as a whole.
import type { Heading, Section } from './markdown.ts'

interface SearchedPage {
  readonly title: string
  readonly address: string
  readonly sections: readonly Section[]
}

interface SearchedReference {
  readonly title: string
  readonly address: string
  readonly headings: readonly Heading[]
}

export interface Found {
  readonly page: string
  readonly heading: string
  readonly url: string
  readonly text: string
}

export const pageIndex = (pages: readonly SearchedPage[]): Found[] =>
  pages.flatMap(({ title, address, sections }) =>
    sections.map(({ heading, text }) => ({
      page: title,
      heading: heading?.text ?? '',
      url: heading ? `${address}#${heading.id}` : address,
      text,
    })),
  )

export const referenceIndex = ({ title, address, headings }: SearchedReference): Found[] =>
  headings.map(({ id, text }) => ({ page: title, heading: text, url: `${address}#${id}`, text: '' }))
