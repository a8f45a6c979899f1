// What this caster records, and measures of the quality of its stations.
import type { Registry } from 'prom-client'
import type { RecordingFigures } from '../../archive/recorder/recorder.ts'
import type { QualityFigures } from '../../recording/quality/monitor.ts'
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

export function watchQuality(registry: Registry, figures: () => QualityFigures): void {
  const { gauge, counter } = scrapedMetrics(registry)
  counter(
    'vertice_quality_minutes_total',
    'Minutes of stations whose quality was measured.',
    () => figures().measuredMinutes,
  )
  counter(
    'vertice_quality_dropped_bytes_total',
    'Bytes of frames that were not measured because the thread that measures quality is too slow or not running.',
    () => figures().droppedBytes,
  )
  counter(
    'vertice_quality_lost_minutes_total',
    'Measured minutes of stations that could not be saved because the database was unavailable for long.',
    () => figures().lostMinutes,
  )
  gauge('vertice_quality_waiting_bytes', 'Bytes of frames that wait to be measured.', () => figures().waitingBytes)
  gauge('vertice_integrity_baselines', 'Baselines that this caster solves.', () => figures().baselines)
  counter(
    'vertice_integrity_solutions_total',
    'Positions of baselines that were solved, one per baseline and epoch.',
    () => figures().solved,
  )
  counter(
    'vertice_integrity_skipped_epochs_total',
    'Epochs that were not solved because the processor was busy.',
    () => figures().skipped,
  )
}
