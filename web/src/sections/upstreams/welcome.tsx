import { Anchor, Group, Text } from '@mantine/core'
import { NewButton } from '../../parts/buttons/link-button.tsx'
import { Panel } from '../../parts/panel.tsx'
import { UPSTREAMS_PATH } from './path.ts'
import { useUpstreamWords } from './words.ts'

/** Explains the page while there are no upstream casters. */
export function Welcome({ mayChange }: { mayChange: boolean }) {
  const words = useUpstreamWords()
  return (
    <Panel title={words.welcomeTitle}>
      <Text size="sm" maw="44rem">
        {words.welcome}
      </Text>
      <Text size="sm" maw="44rem">
        {words.welcomeHow}
      </Text>
      <Group gap="md">
        {mayChange && <NewButton href={`${UPSTREAMS_PATH}/new`} text={words.add} />}
        <Anchor href={words.guide} target="_blank" size="sm">
          {words.readMore}
        </Anchor>
      </Group>
    </Panel>
  )
}
