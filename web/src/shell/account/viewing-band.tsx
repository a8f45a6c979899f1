import { Button, Text } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { notifyProblem } from '../../parts/notify.ts'
import { useProblemText } from '../../parts/problem-panel.tsx'
import { api } from '../../service/api.ts'
import { useMe } from '../../session/session.tsx'
import { useShellWords } from '../../words/common.ts'
import classes from './viewing-band.module.css'

/** Names the organization as which the console is viewed, on every page, and ends the view. */
export function ViewingBand() {
  const { viewing: words } = useShellWords()
  const { user, isViewing } = useMe()
  const textOf = useProblemText()
  const queries = useQueryClient()
  const leave = useMutation({
    mutationFn: () => api.delete('/view'),
    onSuccess: () => {
      queries.clear()
      location.assign(`/console/people/owners/${user.ownerId}`)
    },
    onError: (error) => notifyProblem(textOf(error)),
  })
  if (!isViewing) return null
  const name = user.ownerName ?? ''
  return (
    <section className={classes.band} aria-label={words.label}>
      <IconEye size={16} aria-hidden style={{ flexShrink: 0 }} />
      <Text size="sm" lh={1.3} truncate title={words.title(name)} style={{ flex: 1 }}>
        <b>{words.title(name)}</b>
        <span className={classes.more}> · {words.readOnly}</span>
      </Text>
      <Button size="compact-sm" variant="white" color="dark" loading={leave.isPending} onClick={() => leave.mutate()}>
        {words.leave}
      </Button>
    </section>
  )
}
