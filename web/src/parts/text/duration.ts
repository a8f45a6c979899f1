import { usePartWords } from '../../words/common.ts'

/** "45 minutes", "4 hours", "7 days": the largest unit that needs no fraction. */
export function useDurationText(): (minutes: number) => string {
  const { duration } = usePartWords()
  return (minutes) => {
    if (minutes % 1440 === 0) return duration.days(minutes / 1440)
    return minutes % 60 === 0 ? duration.hours(minutes / 60) : duration.minutes(minutes)
  }
}
