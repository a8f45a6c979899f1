/** Mantine puts drawers and dialogs on one layer (200), where a later drawer covers the confirmation it asks for. */
export const ABOVE_DRAWERS = 300
/** For a dialog that opens from another dialog. */
export const ABOVE_DIALOGS = 400
/** For the sign-in dialog of an ended session, which must come first. */
export const ABOVE_ALL = 500
