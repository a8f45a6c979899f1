import { Box, Button, type ButtonProps, Group, Stack, Text } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { Answer } from '../../../service/api.ts'
import { type Permission, useMe } from '../../../session/session.tsx'
import { CasterAddressDialog } from '../../../shell/dialogs/caster-address-dialog.tsx'
import classes from './step.module.css'
import { useFirstStepWords } from './words.ts'

export type StepName = keyof Answer<'GET', '/first-steps'>['done']

interface Props {
  readonly name: StepName
  readonly done: boolean
  readonly next: boolean
  /** The step that it depends on is done. */
  readonly ready: boolean
  readonly silentStationId: number | null
}

const NEEDS: Partial<Record<StepName, Permission>> = { name: 'settings.change', casterAddress: 'settings.change' }

export function StepRow({ name, done, next, ready, silentStationId }: Props) {
  const words = useFirstStepWords()
  const { permissions } = useMe()
  const { title, hint, action } = words.steps[name]
  const needs = NEEDS[name]
  const may = needs === undefined || permissions.includes(needs)
  const Icon = done ? IconCircleCheckFilled : next ? IconCircleDashed : IconCircle
  return (
    <Box component="li" className={classes.step ?? ''} data-next={next || undefined}>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <Icon
          size={22}
          role="img"
          aria-label={done ? words.done : words.open}
          color={done ? 'var(--mark-good)' : next ? 'var(--mantine-color-anchor)' : 'var(--mark-unknown)'}
          style={{ flexShrink: 0 }}
        />
        <Group gap="xs" justify="space-between" style={{ flex: 1 }}>
          <Stack gap={0} style={{ flex: '1 1 16rem' }}>
            <Text size="sm" fw={next ? 600 : 400} c={done ? 'dimmed' : undefined}>
              {title}
            </Text>
            {next && (
              <Text size="sm" c="dimmed">
                {hint}
              </Text>
            )}
          </Stack>
          {!done && may && ready && (
            <Act
              name={name}
              text={action}
              silentStationId={silentStationId}
              {...(!next && { variant: 'transparent', px: 0 })}
            />
          )}
        </Group>
      </Group>
    </Box>
  )
}

interface ActProps extends ButtonProps {
  readonly name: StepName
  readonly text: string
  readonly silentStationId: number | null
}

function Act({ name, text, silentStationId, ...button }: ActProps) {
  const [opened, setOpened] = useState(false)
  if (name !== 'casterAddress')
    return (
      <Button size="compact-sm" component={Link} href={hrefOf(name, silentStationId)} {...button}>
        {text}
      </Button>
    )
  return (
    <>
      <Button size="compact-sm" onClick={() => setOpened(true)} {...button}>
        {text}
      </Button>
      {opened && <CasterAddressDialog onClose={() => setOpened(false)} />}
    </>
  )
}

function hrefOf(name: Exclude<StepName, 'casterAddress'>, silentStationId: number | null): string {
  switch (name) {
    case 'name':
      return '/settings'
    case 'owner':
      return '/people/owners/new'
    case 'station':
      return '/stations/new'
    case 'data':
      return silentStationId === null ? '/stations' : `/stations/${silentStationId}?tab=source`
    case 'credential':
      return '/credentials/new?trial=1'
    case 'rover':
      return '/credentials'
  }
}
