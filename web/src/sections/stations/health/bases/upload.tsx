// Sends the file of a base in parts, so that a slow line has enough time for each of them.
import { Box, Button, FileButton, List, Progress, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { notify } from '../../../../parts/notify.ts'
import { Panel } from '../../../../parts/panel.tsx'
import { ProblemPanel } from '../../../../parts/problem-panel.tsx'
import { useFigures } from '../../../../parts/text/figures.ts'
import { useRenew } from '../../../../service/answers.ts'
import { api, at } from '../../../../service/api.ts'
import { useQualityWords } from '../quality/words.ts'

const MOST_BYTES = 64_000_000

export function UploadPanel() {
  const { bases: words } = useQualityWords()
  const { bytes } = useFigures()
  const renew = useRenew()
  const [sentPct, setSentPct] = useState(0)
  const [tooLarge, setTooLarge] = useState<File | null>(null)
  const sending = useMutation({
    async mutationFn(file: File) {
      const { base, partBytes } = await api.post('/bases', { fileName: file.name.slice(-200), bytes: file.size })
      void renew('/bases')
      for (let start = 0; start < file.size; start += partBytes) {
        const to = at('/bases/:id/parts/:part', { id: base.id, part: start / partBytes + 1 })
        await api.upload(to, {}, 'application/octet-stream', file.slice(start, start + partBytes))
        setSentPct(Math.floor((100 * Math.min(file.size, start + partBytes)) / file.size))
      }
    },
    onSuccess: () => notify(words.uploaded),
    onSettled: () => renew('/bases'),
  })
  const choose = (file: File | null) => {
    if (!file) return
    sending.reset()
    setSentPct(0)
    const isTooLarge = file.size > MOST_BYTES
    setTooLarge(isTooLarge ? file : null)
    if (!isTooLarge) sending.mutate(file)
  }
  return (
    <Panel title={words.upload}>
      <List size="sm" c="dimmed">
        {words.needs.map((need) => (
          <List.Item key={need}>{need}</List.Item>
        ))}
      </List>
      <Box>
        <FileButton onChange={choose}>
          {(props) => (
            <Button leftSection={<IconUpload size={16} aria-hidden />} loading={sending.isPending} {...props}>
              {words.choose}
            </Button>
          )}
        </FileButton>
      </Box>
      {sending.isPending && (
        <Progress.Root size="lg">
          <Progress.Section value={sentPct} aria-label={`${words.sending}: ${sentPct} %`} />
        </Progress.Root>
      )}
      {tooLarge && (
        <Text size="sm" role="alert">
          {words.tooLarge(tooLarge.name, bytes(tooLarge.size), bytes(MOST_BYTES))}
        </Text>
      )}
      {sending.error && <ProblemPanel error={sending.error} />}
    </Panel>
  )
}
