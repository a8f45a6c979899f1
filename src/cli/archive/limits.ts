import { ARCHIVE_KINDS, type ArchiveBudget, type ArchiveKind, limitsOf } from '../../domain/archive/budget.ts'
import { gigabytes } from './sizes.ts'

export function budgetLines(budget: ArchiveBudget): Readonly<Record<ArchiveKind, string>> {
  const lines = ARCHIVE_KINDS.map((kind) => {
    const { days, bytes } = limitsOf(budget, kind)
    const limits = [
      ...(days === null ? [] : [`${days} ${days === 1 ? 'day' : 'days'}`]),
      ...(bytes === null ? [] : [gigabytes(bytes)]),
    ]
    return [kind, limits.join(' or ') || 'none']
  })
  return Object.fromEntries(lines) as Record<ArchiveKind, string>
}
