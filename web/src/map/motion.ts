export const movesLittle = () => matchMedia('(prefers-reduced-motion: reduce)').matches
