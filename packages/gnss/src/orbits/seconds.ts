export const WEEK_S = 604_800
export const HALF_WEEK_S = WEEK_S / 2
