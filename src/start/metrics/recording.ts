// What this caster records.
import type { Registry } from 'prom-client'
import type { RecordingFigures } from '../../archive/recorder/recorder.ts'
import { scrapedMetrics } from './scraped.ts'

export function watchRecording(registry: Registry, figures: () => RecordingFigures): void {
  const { gauge, counter } = scrapedMetrics(registry)
  counter(
    'vertice_archive_recorded_bytes_total',
    'Bytes of frames written to the archive.',
    () => figures().recordedBytes,
  )
  counter(
    'vertice_archive_dropped_bytes_total',
    'Bytes of frames that could not be recorded because the disk is slow or fails.',
    () => figures().droppedBytes,
  )
  counter(
    'vertice_archive_paused_bytes_total',
    'Bytes of frames that arrived while recording was paused.',
    () => figures().pausedBytes,
  )
  gauge(
    'vertice_archive_recording_paused',
    'Whether recording is paused because the disk of the archive is almost full.',
    () => Number(figures().isPaused),
  )
  gauge('vertice_archive_open_segments', 'Segments that are being recorded.', () => figures().openSegments)
  gauge(
    'vertice_archive_waiting_segments',
    'Complete segments that are not in the storage yet.',
    () => figures().waitingSegments,
  )
  counter(
    'vertice_archive_closed_bytes_total',
    'Bytes of frames in the segments that were closed.',
    () => figures().closedBytes,
  )
  counter(
    'vertice_archive_stored_bytes_total',
    'Size of these segments after compression.',
    () => figures().storedBytes,
  )
}
