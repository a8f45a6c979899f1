import { Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import classes from './brand.module.css'
import { useSettingsWords } from './words.ts'

interface LogoProps {
  readonly label: string
  /** Shown without a logo. */
  readonly none: string
  readonly theme: 'light' | 'dark'
  readonly address: string | null
  readonly mayChange: boolean
  /** The body and the type of an upload. */
  readonly put: (file: File, type: string) => Promise<unknown>
  readonly remove: () => Promise<unknown>
  readonly spot?: object
}

export function LogoField({ label, none, theme, address, mayChange, spot = {}, ...actions }: LogoProps) {
  const { brand: words } = useSettingsWords()
  const put = useMutation({ mutationFn: (file: File) => actions.put(file, file.type || 'application/octet-stream') })
  const remove = useMutation({ mutationFn: actions.remove })
  const problem = put.error ?? remove.error
  return (
    <Stack gap="xs" component="section" aria-label={label} {...spot}>
      <Text size="sm" fw={500}>
        {label}
      </Text>
      <div className={classes.ground} data-theme={theme}>
        {address ? (
          <img src={address} alt={label} className={classes.shown} />
        ) : (
          <Text size="sm" className={classes.none}>
            {none}
          </Text>
        )}
      </div>
      {mayChange && (
        <Group gap="xs">
          <FileButton
            accept="image/png,image/jpeg"
            onChange={(file) => {
              remove.reset()
              if (file) put.mutate(file)
            }}
          >
            {(button) => (
              <Button {...button} variant="default" size="xs" loading={put.isPending}>
                {address ? words.replace : words.choose}
              </Button>
            )}
          </FileButton>
          {address && (
            <Button variant="subtle" color="gray" size="xs" loading={remove.isPending} onClick={() => remove.mutate()}>
              {words.remove}
            </Button>
          )}
        </Group>
      )}
      {problem && <ProblemPanel error={problem} />}
    </Stack>
  )
}
