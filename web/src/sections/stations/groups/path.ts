import { STATIONS_PATH } from '../use-station.ts'

export const GROUPS_PATH = `${STATIONS_PATH}/groups`
