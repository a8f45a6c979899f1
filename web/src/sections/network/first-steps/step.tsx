import { Box, Button, type ButtonProps, Group, Stack, Text } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { Hint } from '../../../parts/text/hint.ts'
import type { Answer } from '../../../service/api.ts'
import { type Permission, useMe } from '../../../session/session.tsx'
import { CasterAddressDialog } from '../../../shell/addresses/caster-address-dialog.tsx'
import { useLocalForNow } from '../../../shell/addresses/local-for-now.ts'
import { WebAddressDialog } from '../../../shell/addresses/web-address-dialog.tsx'
import { useShellWords } from '../../../words/common.ts'
import { useFindingText } from '../../credentials/one/use-finding-text.ts'
import classes from './step.module.css'
import { useFirstStepWords } from './words.ts'

export type FoundSteps = Answer<'GET', '/first-steps'>
/** `forNow`: not done, but the user keeps a local address for now. */
export type Step = FoundSteps['steps'][number] & { readonly forNow: boolean }
export type StepName = Step['name']

interface Props {
  readonly step: Step
  readonly next: boolean
  /** The step that it depends on is done. */
  readonly ready: boolean
  readonly found: FoundSteps
}

const NEEDS: Partial<Record<StepName, Permission>> = {
  name: 'settings.change',
  casterAddress: 'settings.change',
  webAddress: 'settings.change',
}

export function StepRow({ step: { name, done, forNow }, next, ready, found }: Props) {
  const words = useFirstStepWords()
  const { permissions, user } = useMe()
  const isResellers = user.role === 'reseller' && name === 'credential'
  const { title, hint, action } = isResellers ? words.reseller.credential : words.steps[name]
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
              {forNow ? `${title} · ${words.forNow}` : title}
            </Text>
            {next && <Hint>{hint}</Hint>}
            {name === 'rover' && !done && <RoverFinding found={found} />}
          </Stack>
          {(!done || forNow) && may && ready && (
            <Act
              name={name}
              text={action}
              found={found}
              next={next}
              {...(!next && { variant: 'transparent', px: 0 })}
            />
          )}
        </Group>
      </Group>
    </Box>
  )
}

/** What the last attempt shows, for example that the rover sends no GGA. */
function RoverFinding({ found: { rover } }: { found: FoundSteps }) {
  const textOf = useFindingText()
  if (!rover?.finding) return null
  return (
    <Text size="sm" c="var(--mantine-color-error)" role="status">
      {textOf(rover.finding)}
    </Text>
  )
}

interface ActProps extends ButtonProps {
  readonly name: StepName
  readonly text: string
  readonly found: FoundSteps
  readonly next: boolean
}

function Act({ name, text, found, next, ...button }: ActProps) {
  const { addresses } = useShellWords()
  const [opened, setOpened] = useState(false)
  const [isLocalForNow, keepForNow] = useLocalForNow()
  if (name !== 'casterAddress' && name !== 'webAddress')
    return (
      <Button size="compact-sm" component={Link} href={hrefOf(name, found)} {...button}>
        {text}
      </Button>
    )
  const Dialog = name === 'webAddress' ? WebAddressDialog : CasterAddressDialog
  return (
    <Group gap="xs">
      {next && !isLocalForNow && (
        <Button size="compact-sm" variant="subtle" onClick={() => keepForNow(true)}>
          {addresses.forNow}
        </Button>
      )}
      <Button size="compact-sm" onClick={() => setOpened(true)} {...button}>
        {text}
      </Button>
      {opened && <Dialog onClose={() => setOpened(false)} />}
    </Group>
  )
}

function hrefOf(
  name: Exclude<StepName, 'casterAddress' | 'webAddress'>,
  { steps, silentStationId, rover }: FoundSteps,
): string {
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
      // Resellers have no station step; their first credential may be for a customer.
      return steps.some((step) => step.name === 'station') ? '/credentials/new?trial=1' : '/credentials/new'
    case 'rover':
      return rover ? `/credentials/${rover.credentialId}` : '/credentials'
    case 'token':
      return '/platform/tokens/new'
  }
}
