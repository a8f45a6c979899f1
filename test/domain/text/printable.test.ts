import { expect, it } from 'vitest'
import {
  isOneLine,
  isPrintable,
  isTableField,
  isVisible,
  withoutInvisible,
} from '../../../src/domain/text/printable.ts'

const checked = (text: string) => ({
  printable: isPrintable(text),
  oneLine: isOneLine(text),
  tableField: isTableField(text),
  visible: isVisible(text),
})

it.each([
  ['letters of any script', 'Estación Ñ 東京 🛰', { printable: true, oneLine: true, tableField: true, visible: true }],
  ['a semicolon', 'a;b', { printable: true, oneLine: true, tableField: false, visible: true }],
  ['a line feed', 'a\nb', { printable: false, oneLine: false, tableField: false, visible: false }],
  ['a NUL', 'a\0b', { printable: false, oneLine: false, tableField: false, visible: false }],
  ['half a character', 'a\ud83d', { printable: false, oneLine: false, tableField: false, visible: false }],
  ['a line separator', 'a\u2028b', { printable: true, oneLine: false, tableField: true, visible: false }],
  ['a change of direction', 'a\u202eb', { printable: true, oneLine: true, tableField: true, visible: false }],
])('checks %s', (_, text, expected) => {
  expect(checked(text)).toEqual(expected)
})

it('removes invisible characters', () => {
  expect(withoutInvisible('a\n\u2028\u202e\u200bb c')).toBe('ab c')
})
