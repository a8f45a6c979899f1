/** Max views per list, as many as fit in a menu. */
export const MOST_VIEWS = 30
