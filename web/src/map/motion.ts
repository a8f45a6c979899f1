/** Whoever wants less motion has none. */
export const movesLittle = () => matchMedia('(prefers-reduced-motion: reduce)').matches
