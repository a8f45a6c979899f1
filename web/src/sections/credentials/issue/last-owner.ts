// Remembers the last owner, so that it need not be chosen for every credential.
const KEPT_AS = 'vertice-last-owner'

export function lastOwner(): number | null {
  const id = Number(localStorage.getItem(KEPT_AS))
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

export const keepLastOwner = (id: number): void => localStorage.setItem(KEPT_AS, String(id))
