// Named views of a list: the filters, order and columns in its address. They belong to the user.
import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core'
import { IconBookmarkPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { useAnswer, useRenew } from '../../service/answers.ts'
import { api, at } from '../../service/api.ts'
import { useMe } from '../../session/session.tsx'
import { FormDialog } from '../forms/form.tsx'
import { useFields } from '../forms/use-fields.ts'
import { notify } from '../notify.ts'
import { MINUTE_MS } from '../time-units.ts'
import classes from './listing.module.css'
import { useListWords } from './words.ts'

/** Makes views comparable regardless of the order of their parameters. */
const inOneOrder = (search: string): string => {
  const params = new URLSearchParams(search)
  params.sort()
  return params.toString()
}

export function SavedViews({ list }: { list: string }) {
  const words = useListWords()
  const { isViewing } = useMe()
  const here = inOneOrder(useSearch())
  const [, go] = useLocation()
  const renew = useRenew()
  const [naming, setNaming] = useState(false)
  const { data } = useAnswer('/views', { query: { list }, staleTime: MINUTE_MS })
  const views = data?.views ?? []
  const isSaved = views.some(({ query }) => query === here)
  const remove = async (id: number, isHere: boolean) => {
    await api.delete(at('/views/:id', { id }))
    notify(words.viewDeleted)
    if (isHere) go(list)
    await renew('/views')
  }
  // Views belong to the user, not to the organization as which the user views the list.
  if (isViewing || (views.length === 0 && here === '')) return null
  return (
    <Group gap={4} role="navigation" aria-label={words.views}>
      {views.length > 0 && (
        <Link href={list} className={classes.view} aria-current={here === '' ? 'true' : undefined}>
          {words.everything}
        </Link>
      )}
      {views.map(({ id, name, query }) => (
        <Group key={id} gap={0} wrap="nowrap" className={classes.viewBox ?? ''} data-on={query === here || undefined}>
          <Link href={`${list}?${query}`} className={classes.view} aria-current={query === here ? 'true' : undefined}>
            {name}
          </Link>
          {query === here && (
            <ActionIcon
              size="sm"
              variant="subtle"
              color="gray"
              aria-label={words.deleteView(name)}
              title={words.deleteView(name)}
              onClick={() => void remove(id, true)}
            >
              <IconX size={14} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      ))}
      {here !== '' && !isSaved && (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconBookmarkPlus size={16} aria-hidden />}
          onClick={() => setNaming(true)}
        >
          {words.saveView}
        </Button>
      )}
      {naming && <NameDialog list={list} query={here} onClose={() => setNaming(false)} />}
    </Group>
  )
}

function NameDialog({ list, query, onClose }: { list: string; query: string; onClose: () => void }) {
  const words = useListWords()
  const renew = useRenew()
  const form = useFields(
    { name: '' },
    ({ name }) => api.post('/views', { list, name: name.trim(), query }),
    async () => {
      notify(words.viewSaved)
      onClose()
      await renew('/views')
    },
  )
  return (
    <FormDialog
      form={form}
      opened
      title={words.saveView}
      action={words.save}
      complete={form.values.name.trim() !== ''}
      onClose={onClose}
    >
      <Text size="sm">{words.saveViewHint}</Text>
      <TextInput {...form.text('name')} label={words.viewName} maxLength={60} required data-autofocus />
    </FormDialog>
  )
}
