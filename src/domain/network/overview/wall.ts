// The wall: a live view of the network for large screens. A public link shows it without a login.

export interface WallLink {
  readonly id: number
  /** Where the link is used, for example "Reception". */
  readonly name: string
  /** E-mail address of the creator. */
  readonly createdBy: string
  readonly createdAt: Date
}

/** Same length as the keys of orders; too long to guess. */
export const WALL_KEY_LENGTH = 24
export const isWallKey = (text: string): boolean => /^[0-9A-Za-z]{24}$/.test(text)

export const wallUrl = (baseUrl: string, key: string): string => `${baseUrl}/wall/${key}`

export const MOST_WALL_LINKS = 20

/** Cells of 0.1°, about 11 km: the public sees the region of a rover, not its site. */
const CELLS_PER_DEGREE = 10

/** The centre of the cell that contains the position. */
export const coarsePosition = ({ lat, lng }: { readonly lat: number; readonly lng: number }) => ({
  lat: coarse(lat),
  lng: coarse(lng),
})

const coarse = (degrees: number) => (2 * Math.floor(degrees * CELLS_PER_DEGREE) + 1) / (2 * CELLS_PER_DEGREE)
