/** Mantine puts drawers and dialogs on the same layer (200), so the later one would cover the question that belongs to it. */
export const ABOVE_DRAWERS = 300
/** What a dialog itself may lead to. */
export const ABOVE_DIALOGS = 400
/** Who is nobody any more does nothing else first. */
export const ABOVE_ALL = 500
