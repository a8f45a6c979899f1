// Whoever issues for the same owner all day chooses it once.
const KEPT_AS = 'vertice-last-owner'

export function lastOwner(): number | null {
  const id = Number(localStorage.getItem(KEPT_AS))
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

export const keepLastOwner = (id: number): void => localStorage.setItem(KEPT_AS, String(id))
