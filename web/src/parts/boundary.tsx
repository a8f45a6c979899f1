// Limits a rendering error to its part of the page, and offers to retry or reload.
import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Component, type ReactNode } from 'react'
import type { Failure } from '../service/failure.ts'
import { isNotLoaded, isReloading } from '../service/stale-build.ts'
import { useProblemWords } from '../words/common.ts'
import { Waiting } from './waiting.tsx'

interface Props {
  /** The current address; a change retries. */
  readonly place?: string
  /** Reports the failure; if omitted, it is not reported and no id is shown. */
  readonly tell?: (failure: Failure) => void
  readonly children: ReactNode
}

export class Boundary extends Component<Props, { failure: Failure | null }> {
  override state = { failure: null as Failure | null }

  static getDerivedStateFromError(error: unknown): { failure: Failure } {
    return { failure: { id: newId(), error } }
  }

  override componentDidCatch(): void {
    const { failure } = this.state
    if (failure && !isReloading()) this.props.tell?.(failure)
  }

  override componentDidUpdate({ place }: Props): void {
    if (this.state.failure && place !== this.props.place) this.#again()
  }

  readonly #again = () => this.setState({ failure: null })

  override render(): ReactNode {
    const { failure } = this.state
    if (!failure) return this.props.children
    return isReloading() ? (
      <Waiting />
    ) : (
      <Failed failure={failure} told={this.props.tell !== undefined} again={this.#again} />
    )
  }
}

/** Short enough to read out on the phone. */
const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) => byte.toString(16).padStart(2, '0')).join('')

function Failed({ failure: { id, error }, told, again }: { failure: Failure; told: boolean; again: () => void }) {
  const { failed: words } = useProblemWords()
  const missing = isNotLoaded(error)
  return (
    <Alert
      color="red"
      variant="light"
      title={missing ? words.missingTitle : words.title}
      icon={<IconAlertTriangle aria-hidden />}
      role="alert"
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{missing ? words.missing : words.text}</Text>
        {told && (
          <Text size="sm" component="div">
            {words.id} <Code>{id}</Code>
          </Text>
        )}
        <Group gap="xs">
          <Button size="xs" onClick={() => location.reload()}>
            {words.reload}
          </Button>
          {/* A page cannot load a failed module again, so only a reload helps. */}
          {!missing && (
            <Button size="xs" variant="default" onClick={again}>
              {words.again}
            </Button>
          )}
        </Group>
      </Stack>
    </Alert>
  )
}
