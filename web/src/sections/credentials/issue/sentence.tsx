import { Alert } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useLanguage } from '../../../language.tsx'
import { useStationNamed } from '../../../parts/forms/station-select.tsx'
import { localeOf, NETWORK_ZONE } from '../../../parts/text/moment.tsx'
import { useBulkWords } from '../bulk/words.ts'
import { useCredentialWords } from '../words.ts'

/** What will happen, in words, while the form is being filled in. */
export function IssueSentence({
  stationId,
  span,
  isNow,
  quantity,
}: {
  stationId: number | null
  span: { from: Date; to: Date } | null
  isNow: boolean
  quantity: number
}) {
  const words = useCredentialWords()
  const bulk = useBulkWords()
  const { language } = useLanguage()
  const station = useStationNamed(stationId)
  const day = (at: Date) =>
    new Intl.DateTimeFormat(localeOf(language), {
      weekday: 'long',
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone: NETWORK_ZONE,
    }).format(at)
  const what =
    stationId === null ? words.wholeNetwork.toLocaleLowerCase(localeOf(language)) : (station?.mountpoint ?? '…')
  return (
    <Alert variant="light" icon={<IconInfoCircle aria-hidden />} aria-live="polite" role="status">
      {span
        ? words.sentence(what, isNow ? words.now : words.onDay(day(span.from)), words.onDay(day(span.to)))
        : words.incomplete}
      {span && quantity > 1 && ` ${bulk.sentenceMany(quantity)}`}
    </Alert>
  )
}
