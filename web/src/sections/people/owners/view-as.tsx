import { IconEye } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { ActButton } from '../../../parts/buttons/act-button.tsx'
import { api, at } from '../../../service/api.ts'
import { usePeopleWords } from '../words.ts'

/** Reloads the console as the organization sees it. */
export function ViewAs({ ownerId }: { ownerId: number }) {
  const { owners: words } = usePeopleWords()
  const queries = useQueryClient()
  const view = async () => {
    await api.post(at('/owners/:id/view', { id: ownerId }))
    queries.clear()
    location.assign('/console/')
  }
  return (
    <ActButton
      variant="default"
      leftSection={<IconEye size={16} aria-hidden />}
      text={words.viewAs}
      hint={words.viewAsHint}
      act={view}
    />
  )
}
