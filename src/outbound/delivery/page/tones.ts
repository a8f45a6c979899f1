// Markers use shape as well as colour, like all our pages: full, half, empty, dotted.
import { Html } from '../../../domain/text/html.ts'

export type Tone = 'good' | 'poor' | 'bad' | 'planned' | 'unknown'

const SHAPES: Record<Tone, string> = {
  good: '<circle cx="8" cy="8" r="7" fill="currentColor"/>',
  poor: '<circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" stroke-width="2"/><path d="M8 2a6 6 0 0 1 0 12z" fill="currentColor"/>',
  bad: '<circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" stroke-width="2"/>',
  planned:
    '<circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" stroke-width="2"/><path d="M8 4v4l3 2" fill="none" stroke="currentColor" stroke-width="2"/>',
  unknown: '<circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" stroke-width="2" stroke-dasharray="3 2.5"/>',
}

export const mark = (tone: Tone) =>
  new Html(`<svg class="mark" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">${SHAPES[tone]}</svg>`)
