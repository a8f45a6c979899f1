/** Mantine puts drawers and dialogs on the same layer (200), so the later one would cover the question that belongs to it. */
export const ABOVE_DRAWERS = 300
