import { Button, Stack } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { Hint } from '../../parts/text/hint.ts'
import { type Purpose, tabFor } from '../../session/provider.ts'
import { useShellWords } from '../../words/common.ts'

/** Opens single sign-on in a new tab. This page continues when that tab is done. */
export function ProviderLink({ purpose, only }: { purpose: Purpose; only: boolean }) {
  const { provider: words } = useShellWords()
  return (
    <Stack gap={4}>
      <Button
        component="a"
        href={tabFor(purpose)}
        target="_blank"
        variant={only ? 'filled' : 'default'}
        rightSection={<IconExternalLink size={16} aria-hidden />}
      >
        {words.organization}
      </Button>
      <Hint size="xs">{words.hint}</Hint>
    </Stack>
  )
}
