import { Text } from '@mantine/core'
import type { Geofence } from '../../../../../src/http/console/contract/credentials/geofence.ts'
import { useLanguage } from '../../../language.tsx'
import type { geofenceIn } from '../../../map/places/typed-geofence.ts'
import { useGroupNamed } from '../../../parts/forms/select/group-select.tsx'
import { useStationNamed } from '../../../parts/forms/select/station-select.tsx'
import { useGeofenceText } from '../../../parts/text/geofence-text.ts'
import { localeOf, NETWORK_ZONE } from '../../../parts/text/moment.tsx'
import { usePartWords } from '../../../words/common.ts'
import { useBulkWords } from '../bulk/words.ts'
import { useCredentialWords } from '../words.ts'

type Wanted = NonNullable<ReturnType<typeof geofenceIn>>

/** States what will happen while the form is filled in. */
export function IssueSentence({
  stationId,
  groupId,
  span,
  isNow,
  fence,
  quantity,
}: {
  stationId: number | null
  groupId: number | null
  span: { from: Date; to: Date } | null
  isNow: boolean
  fence: Wanted | null
  quantity: number
}) {
  const words = useCredentialWords()
  const bulk = useBulkWords()
  const { fence: area } = usePartWords()
  const geofenceText = useGeofenceText()
  const { language } = useLanguage()
  const station = useStationNamed(stationId)
  const group = useGroupNamed(groupId)
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
  const whole = words.wholeNetwork.toLocaleLowerCase(localeOf(language))
  const ofGroup = groupId === null ? whole : words.theGroup(group?.name ?? '…', group?.stations ?? 0)
  const what = stationId === null ? ofGroup : (station?.mountpoint ?? '…')
  return (
    <Text size="sm" aria-live="polite" role="status">
      {span
        ? words.sentence(what, isNow ? words.now : words.onDay(day(span.from)), words.onDay(day(span.to)))
        : words.incomplete}
      {span && fence && ` ${area.sentence(geofenceText(fence as Geofence))}`}
      {span && quantity > 1 && ` ${bulk.sentenceMany(quantity)}`}
    </Text>
  )
}
