// C/N0 in steps that the charts colour alike.
export const STRENGTH_STEPS = [30, 36, 42, 48] as const

/** 0 to 4; `null` if the satellite is not tracked or the stream sends no C/N0. */
export const strengthStep = (cn0: number | null): number | null =>
  cn0 ? STRENGTH_STEPS.filter((limit) => cn0 >= limit).length : null

export const STEP_LABELS = ['< 30', '30–36', '36–42', '42–48', '≥ 48']
