// Views of lists that somebody named.

/** Of one list: as many as a menu can show. */
export const MOST_VIEWS = 30
