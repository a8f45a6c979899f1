/** Matches the beginnings of words, ignoring accents. */
export function matching<Thing extends { readonly label: string }>(things: readonly Thing[], typed: string): Thing[] {
  const wanted = wordsIn(typed)
  return things.filter(({ label }) => {
    const words = wordsIn(label)
    return wanted.every((letters) => words.some((word) => word.startsWith(letters)))
  })
}

export const wordsIn = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
