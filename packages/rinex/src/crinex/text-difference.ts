// The differences of texts in CRINEX: a character that stays is written as a space, one that becomes a space as "&".

/** Past the end of `before` every character counts as changed. Trailing spaces of the difference are left out. */
export function textDifference(before: string, now: string): string {
  const length = Math.max(before.length, now.length)
  let difference = ''
  for (let at = 0; at < length; at++) {
    const is = now[at] ?? ' '
    if (before[at] === is) difference += ' '
    else difference += is === ' ' ? '&' : is
  }
  return difference.trimEnd()
}
